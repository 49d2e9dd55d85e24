// The public API of 'single-sign-on' for the server code of other features, in addition to its contract and rules.
export { browserCookieName, hashOf } from './browser-cookie.adapter.ts';
export { callbackAddress, findIssuerProblem } from './openid.adapter.ts';
export { unbind } from './unbinding.steps.ts';
export {
  consumeCode,
  deleteCodes,
  deleteExpiredAttempts,
  findBoundSince,
  isBound,
  isBoundSql,
  unbindIdentity,
} from './sql.ts';

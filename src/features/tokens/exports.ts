// The public API of `tokens` for the server code of other features, in addition to its contract and rules.
export { revokeAllTokens } from './sql.ts';
export { createFindToken, eraseTokensOf, revokeTokensOf } from './steps.ts';

// The public API of 'sessions' for the server code of other features, in addition to its contract and rules.
export { lockSession, findPersonByCookies, findPersonOfCurrentSession, startSession } from './session.steps.ts';
export { checkRecentSignIn } from './recent-sign-in.steps.ts';
export { endSession, endSessions, lacksSecondFactorSql } from './sql.ts';
export { findTrustedDevice } from './trusted-device.sql.ts';
export { rememberDevice } from './trusted-device.steps.ts';

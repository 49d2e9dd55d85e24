// The front door of `sessions`: what the server code of other nouns uses, beside its contract and its rules.
export { lockSession, findPersonByCookies, startSession } from './session.steps.ts';
export { hasBegunWithin, endSession, endSessions, lacksSecondFactor } from './sql.ts';
export { findTrustedDevice } from './trusted-device.sql.ts';
export { rememberDevice } from './trusted-device.steps.ts';

// The front door of `sessions`: what the server code of other nouns uses, beside its contract and its rules.
export { lockSession, personBehind, startSession } from './session.steps.ts';
export { beganWithin, endSession, endSessionsOf, lacksSecondFactor } from './sql.ts';
export { trustedDevice } from './trusted-device.sql.ts';
export { rememberDevice } from './trusted-device.steps.ts';

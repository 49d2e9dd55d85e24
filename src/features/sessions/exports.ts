// The front door of `sessions`: what the server code of other nouns uses, beside its contract and its rules.
export { personBehind } from './cookie-session.sql.ts';
export {
  beganWithin,
  endSession,
  endSessionsOf,
  lacksSecondFactor,
  lockSession,
  startSession,
} from './session.steps.ts';
export { rememberDevice, trustedDevice } from './trusted-device.steps.ts';

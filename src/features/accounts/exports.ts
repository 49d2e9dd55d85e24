// The public API of `accounts` for the server code of other features, in addition to its contract and rules.
export { listAdmins } from './access/admins.sql.ts';
export { createAdmin, disableAdmin } from './access/admins.steps.ts';
export { unbindLostIdentity } from './access/lost-identity.steps.ts';
export { removeLostSecondFactor } from './access/lost-second-factor.steps.ts';
export { isDifferentMailbox, endAccessOfOldMailbox, revokeAccess } from './access/steps.ts';
export { setPasswordFromAdmin } from './passwords/sql.ts';

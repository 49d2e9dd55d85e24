// The public API of `booking` for the server code of other features, in addition to its contract and rules.
export { applyAdminAction } from './admin/steps.ts';
export { moveToSlot } from './reschedule/steps.ts';

// The front door of `booking`: what the server code of other nouns uses, beside its contract and its rules.
export { changeByAdmin } from './admin/steps.ts';
export { moveToSlot } from './reschedule/steps.ts';

// The front door of `booking`: what the server code of other nouns uses, apart from its contract and rules.
export { changeByAdmin } from './admin/steps.ts';
export { moveToSlot } from './reschedule/steps.ts';

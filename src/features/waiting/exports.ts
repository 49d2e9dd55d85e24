// The front door of `waiting`: what the server code of other nouns uses, beside its contract and its rules.
export { deleteOldEntries, endWaiting, reopenWaiting } from './lifecycle.sql.ts';
export { offerFreed, type Offering } from './offers.steps.ts';

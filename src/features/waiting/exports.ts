// The front door of `waiting`: what the server code of other nouns may import from it, apart from its contract and
// rules.
export { deleteOldEntries, endWaiting, reopenWaiting } from './lifecycle.sql.ts';
export { offerFreed, type Offering } from './offers.steps.ts';

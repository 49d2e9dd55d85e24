// The front door of `waiting`: what the server code of other nouns may import from it, apart from its contract and
// rules.
export { deleteOldEntries, endEntriesOf, reopenEntries } from './lifecycle.sql.ts';
export { offerFreedSlots, type OfferDependencies } from './offers.steps.ts';

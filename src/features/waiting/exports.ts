// The public API of 'waiting' for the server code of other features, in addition to its contract and rules.
export { deleteOldWaitingEntries, endWaitingListEntries, reopenEntries } from './lifecycle.sql.ts';
export { offerFreedSlots, type OfferDependencies } from './offers.steps.ts';

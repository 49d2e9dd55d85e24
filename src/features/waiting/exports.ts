// The front door of `waiting`: what the server code of other nouns uses, beside its contract and its rules.
export { endWaiting } from './end-waiting.sql.ts';
export { offerFreed, type Offering } from './offers.steps.ts';
export { deleteOldEntries } from './old-entries.sql.ts';
export { reopenWaiting } from './reopen-waiting.sql.ts';

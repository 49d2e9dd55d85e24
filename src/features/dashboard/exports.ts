// The front door of `dashboard`: what the server code of other nouns uses, beside its contract and its rules.
export { deleteOldVisits } from './sql.ts';

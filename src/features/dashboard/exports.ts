// The front door of `dashboard`: what the server code of other nouns uses, apart from its contract and rules.
export { deleteOldVisits } from './sql.ts';

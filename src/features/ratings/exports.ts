// The front door of `ratings`: what the server code of other nouns uses, in addition to its contract and its rules.
export { holdsWords, withoutWords } from './feedback.sql.ts';
export { asListedRating } from './listed.rules.ts';
export { listLatest } from './sql.ts';

// The front door of `ratings`: what the server code of other nouns uses, in addition to its contract and its rules.
export { hasOwnWords, clearOwnWords } from './feedback.sql.ts';
export { toStaffRating } from './staff-view.rules.ts';
export { listLatest } from './sql.ts';

// The public API of `ratings` for the server code of other features, in addition to its contract and rules.
export { hasFreeText, clearedFreeText } from './feedback.sql.ts';
export { toStaffRating } from './staff-view.rules.ts';
export { listLatestRatings } from './sql.ts';

// The public API of `calendar-feed` for the server code of other features, in addition to its contract and rules.
export { holidaysOf } from './holidays.adapter.ts';
export { deleteFeed } from './sql.ts';

// The front door of `calendar-feed`: what the server code of other nouns may import from it, apart from its contract
// and rules.
export { holidaysOf } from './holidays.adapter.ts';
export { deleteFeed } from './sql.ts';

// The front door of `calendar-feed`: what the server code of other nouns uses, beside its contract and its rules.
export { dropFeed } from './drop-feed.sql.ts';
export { holidaysOf } from './holidays.adapter.ts';

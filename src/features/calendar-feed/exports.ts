// The front door of `calendar-feed`: what the server code of other nouns uses, beside its contract and its rules.
export { holidaysOf } from './holidays.adapter.ts';
export { dropFeed } from './sql.ts';

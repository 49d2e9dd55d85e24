// The public API of `participants` for the server code of other features, in addition to its contract and rules.
export { eraseBySystem } from './erase.steps.ts';

// The front door of `participants`: what server code of other nouns uses, in addition to its contract and its rules.
export { eraseBySystem } from './erase.steps.ts';

// The front door of `participants`: what the server code of other nouns uses, beside its contract and its rules.
export { eraseBySystem } from './erase.steps.ts';

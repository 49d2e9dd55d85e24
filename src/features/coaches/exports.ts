// The public API of `coaches` for the server code of other features, in addition to its contract and rules.
export { eraseIntroductionsAgain } from './introduction/erase-again.steps.ts';

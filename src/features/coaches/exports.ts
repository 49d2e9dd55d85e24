// The front door of `coaches`: what the server code of other nouns uses, in addition to its contract and its rules.
export { eraseIntroductionsAgain } from './introduction/erase-again.steps.ts';

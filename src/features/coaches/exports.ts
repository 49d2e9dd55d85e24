// The front door of `coaches`: what the server code of other nouns uses, beside its contract and its rules.
export { eraseIntroductionsAgain } from './introduction/erase-again.steps.ts';

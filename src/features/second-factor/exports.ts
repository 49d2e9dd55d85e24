// The front door of `second-factor`: what the server code of other nouns uses, beside its contract and its rules.
export { spendCode } from './check.steps.ts';
export { dropSecondFactor, lockByEmail } from './sql.ts';

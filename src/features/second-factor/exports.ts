// The front door of `second-factor`: what the server code of other nouns may import from it, apart from its contract
// and rules.
export { consumeCode } from './check.steps.ts';
export { deleteSecondFactor, lockPersonByEmail } from './sql.ts';

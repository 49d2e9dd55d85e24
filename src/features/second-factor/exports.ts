// The public API of 'second-factor' for the server code of other features, in addition to its contract and rules.
export { consumeCode } from './check.steps.ts';
export { deleteSecondFactor, lockPersonByEmail } from './sql.ts';

// The public API of 'passkeys' for the server code of other features, in addition to its contract and rules.
export { checkSignIn, consumeSignature } from './sign-in.steps.ts';
export { deleteExpiredChallenges, deletePasskeys } from './sql.ts';

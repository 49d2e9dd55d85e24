// What the server code outside `backups` may import from it, in addition to its contract and its rules.
export { insertAttempt as recordBackup } from './sql.ts';
export { readBackupState } from './state.steps.ts';

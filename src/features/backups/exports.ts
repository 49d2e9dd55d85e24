// What the server code outside `backups` may import from it, in addition to its contract and its rules.
export { listBackups, parseBackupTime } from './folder.adapter.ts';
export { insertAttempt as recordBackup, insertRestoredBackup as recordRestoredBackup } from './sql.ts';
export { readBackups, readBackupState } from './state.steps.ts';

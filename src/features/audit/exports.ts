// The public API of 'audit' for the server code of other features, in addition to its contract and rules.
export { erasureListName, readErasureList } from './erasures.jobs.ts';
export { selectErasuresSince, queueErasureListEntry, type Erasure } from './erasures.sql.ts';
export { auditDocumentAccess } from './document-access.steps.ts';
export { findSealDifferences, sealAndRecordLog, recordRestore, recordSeals } from './seal-list.jobs.ts';
export { selectSealsAfter } from './seals.sql.ts';
export { sealLog } from './seals.steps.ts';
export { audit, insertEntriesSql, findLastActor } from './sql.ts';
export { verifyLog } from './verify.steps.ts';

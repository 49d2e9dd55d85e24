// The public API of 'files' for the server code of other features, in addition to its contract and rules.
export { queueFileDeletion } from './deletion.sql.ts';
export { deleteDocument, findDocument, selectDocuments } from './documents.sql.ts';
export { findInspectionProblem } from './inspection/self-check.steps.ts';
export { countStoredMarkup } from './markup/nightly.jobs.ts';
export { findChangedDocuments, checkStore } from './nightly.jobs.ts';
export { canSafelyRemove, findOrphans, removeOrphans } from './orphans.steps.ts';
export { limitConcurrentUploads } from './upload.steps.ts';

// The public API of 'files' for the server code of other features, in addition to its contract and rules.
export { queueFileDeletion } from './deletion.sql.ts';
export { deleteDocument, findDocument, selectDocuments } from './documents.sql.ts';
export { countStoredMarkup } from './markup/nightly.jobs.ts';
export { findChangedDocuments, checkStore } from './nightly.jobs.ts';
export { canSafelyRemove, findOrphans, removeOrphans } from './orphans.steps.ts';
export { limitConcurrentUploads } from './upload.steps.ts';

/**
 * Inspects an empty page in a sandbox, and returns what keeps sandboxes from working, or null. The code is loaded when it
 * is called, since most commands inspect nothing.
 */
export const findInspectionProblem = async (temporaryFolder: string): Promise<string | null> =>
  (await import('./inspection/self-check.steps.ts')).findInspectionProblem(temporaryFolder);

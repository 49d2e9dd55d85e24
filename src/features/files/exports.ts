// The front door of `files`: what the server code of other nouns uses, beside its contract and its rules.
export { queueFileDeletion } from './deletion.sql.ts';
export { deleteDocument, findDocument, selectDocuments } from './documents.sql.ts';
export { changedDocuments, checkStore } from './nightly.jobs.ts';
export { isPlausible, findOrphans, removeOrphans } from './orphans.steps.ts';
export { limitConcurrentUploads } from './upload.steps.ts';

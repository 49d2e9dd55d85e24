// The front door of `files`: what the server code of other nouns uses, beside its contract and its rules.
export { queueFileDeletion } from './deletion.sql.ts';
export { deleteDocument, findDocument, listDocuments } from './documents.sql.ts';
export { changedDocuments, checkStore } from './nightly.jobs.ts';
export { isPlausible, orphansOf, removeOrphans } from './orphans.steps.ts';
export { limitConcurrentUploads } from './upload.steps.ts';

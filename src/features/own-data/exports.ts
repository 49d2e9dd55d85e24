// The front door of `own-data`: what the server code of other nouns uses, beside its contract and its rules.
export { exportArchive } from './export/archive.steps.ts';
export { beginSnapshot, findPerson } from './export/sql.ts';
export { writeZip } from './export/zip.adapter.ts';

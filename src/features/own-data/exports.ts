// The front door of `own-data`: what the server code of other nouns uses, beside its contract and its rules.
export { archiveOf } from './export/archive.steps.ts';
export { asSnapshot, findPerson } from './export/sql.ts';
export { writeZip } from './export/zip.adapter.ts';

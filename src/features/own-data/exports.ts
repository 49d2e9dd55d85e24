// The public API of 'own-data' for the server code of other features, in addition to its contract and rules.
export { exportArchive } from './export/archive.steps.ts';
export { beginSnapshot, findPersonId } from './export/sql.ts';
export { writeZip } from './export/zip.adapter.ts';

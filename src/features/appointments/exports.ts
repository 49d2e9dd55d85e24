// The public API of `appointments` for the server code of other features, in addition to its contract and rules.
export { deleteOldImportFailures, eraseFromImports, failureNamesPerson } from './import-files/sql.ts';
export { attendedSql } from './sql.ts';
export { alertAdminsIfManyNewPeople } from './new-people.steps.ts';
export { recordChange, type RecordedChange, type RecordingDependencies } from './record-change.steps.ts';

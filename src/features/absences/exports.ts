// The public API of 'absences' for the server code of other features, in addition to its contract and rules.
export { deleteOldAbsenceData } from './jobs.ts';

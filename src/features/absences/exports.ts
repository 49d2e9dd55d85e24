// The front door of `absences`: what the server code of other nouns uses, in addition to its contract and its rules.
export { deleteOldAbsences } from './jobs.ts';

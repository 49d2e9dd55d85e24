// What the server code of other features may import from `dashboard`, in addition to its contract and its rules.
export { deleteOldVisits } from './sql.ts';

import { ServerError } from '../../../platform/server-error.ts';

// What the invitation of participants shares with their registration.
export { insertParticipant } from './sql.ts';

/** The refusal of a form whose location does not exist, or no longer (reference 3.1). */
export function noLocation(): ServerError {
  const message = 'Bitte wähle einen Standort aus';
  return new ServerError(200, 'invalid', message, { errors: [{ path: 'location', message }] });
}

import type { FieldError } from '../../shared/call.ts';
import { RequestError, CallError, errorMessageOf } from '../../web/calls/api.ts';
import type { NewAppointment } from './newAppointment.ts';

/** The field at which each of the server's error codes is shown; other errors are shown above the form. */
const fieldByCode: Record<string, keyof NewAppointment> = {
  overlap: 'fromTime',
  invalidTime: 'tillTime',
  tooLong: 'tillTime',
  inPast: 'date',
  absent: 'date',
  participantOverlap: 'participant',
  notBookable: 'participant',
  inactive: 'participant',
};

const notCreatedMessage = 'Der Termin konnte nicht erstellt werden!';

/** The message if the coach's search by the complete e-mail address was more than an hour ago (reference 8.10). */
export const searchAgainMessage = 'Diese Person bitte noch einmal mit der vollständigen E-Mail-Adresse suchen.';

/**
 * Returns what to show for a failed creation: the toast (reference 7.2), and the messages at their fields or above the
 * form. For an admin, who chose both people, `inactive` is shown above the form; its message says which of them is
 * inactive.
 */
export function describeCreationFailure(
  error: unknown,
  asAdmin: boolean,
): { toast: string; fieldErrors: FieldError[]; formError: string } {
  if (error instanceof RequestError && error.code === 'notFound' && !asAdmin)
    return {
      toast: notCreatedMessage,
      fieldErrors: [{ path: 'participant', message: searchAgainMessage }],
      formError: '',
    };
  const requestFailed = error instanceof RequestError && error.status !== 200;
  const toast = requestFailed ? 'Es ist ein unerwarteter Fehler aufgetreten!' : notCreatedMessage;
  if (!(error instanceof CallError)) return { toast, fieldErrors: [], formError: errorMessageOf(error) };
  const field = asAdmin && error.code === 'inactive' ? undefined : fieldByCode[error.code];
  if (field) return { toast, fieldErrors: [{ path: field, message: error.message }], formError: '' };
  return { toast, fieldErrors: error.errors, formError: error.errors.length > 0 ? '' : error.message };
}

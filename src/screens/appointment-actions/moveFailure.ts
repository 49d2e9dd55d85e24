import type { FieldError } from '../../shared/call.ts';
import { CallError } from '../../web/calls/api.ts';
import type { MoveForm } from './moveForm.ts';

/** The field at which to show a refusal, by its code. Refusals that concern no single field are not listed. */
const fieldByRefusal: Record<string, keyof MoveForm> = {
  invalidTime: 'tillTime',
  tooLong: 'tillTime',
  inPast: 'date',
  absent: 'date',
  overlap: 'fromTime',
  participantOverlap: 'fromTime',
};

/** Returns the field errors of a refused move, or an empty list if the refusal concerns the whole move. */
export function fieldErrorsOf(error: unknown): FieldError[] {
  if (!(error instanceof CallError)) return [];
  const field = fieldByRefusal[error.code];
  if (field) return [{ path: field, message: error.message }];
  return error.errors.map(({ path, message }) => ({ path: path === 'coachId' ? 'coach' : path, message }));
}

import type { FieldError } from '../../shared/call.ts';
import { CallError } from '../../web/calls/api.ts';
import type { MoveForm } from './moveForm.ts';

/** The field of each refusal that concerns a single field. */
const places: Record<string, keyof MoveForm> = {
  ...{
    invalidTime: 'tillTime',
    tooLong: 'tillTime',
    inPast: 'date',
    absent: 'date',
    overlap: 'fromTime',
    participantOverlap: 'fromTime',
  },
};

/** The errors of a refused move by their fields; none if the refusal concerns the whole move. */
export function placesOf(error: unknown): FieldError[] {
  if (!(error instanceof CallError)) return [];
  const place = places[error.code];
  if (place) return [{ path: place, message: error.message }];
  return error.errors.map(({ path, message }) => ({ path: path === 'coachId' ? 'coach' : path, message }));
}

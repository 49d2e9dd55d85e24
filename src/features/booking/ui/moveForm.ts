import { problems, type FieldError } from '../../../shared/call.ts';
import { ApiError } from '../../../web/api.ts';
import { coachMissing, intervalErrors, intervalOf } from '../../appointments/rules.ts';
import type { CoachOption } from '../../coaches/ui/CoachField.tsx';

/** The new time of an appointment while it is being filled in. Date `yyyy-mm-dd`, times `HH:mm`; '' for empty ones. */
export interface MoveForm {
  /** Whose it becomes; only admins choose. */
  coach: CoachOption | null;
  date: string;
  fromTime: string;
  tillTime: string;
  reason: string;
  /** The old time of a booking is opened again. */
  release: boolean;
}

/** All errors of the form, in its order (reference 4.17). */
export function moveErrors(form: MoveForm): FieldError[] {
  const errors = intervalErrors(form);
  const interval = errors.length === 0 ? intervalOf(form) : null;
  return [
    ...problems({ coach: form.coach ? null : coachMissing }),
    ...errors,
    ...problems({ tillTime: typeof interval === 'string' ? interval : null }),
  ];
}

/** The field of each refusal that is about one. */
const places: Record<string, keyof MoveForm> = {
  ...{ invalidTime: 'tillTime', inPast: 'date', absent: 'date', overlap: 'fromTime', participantOverlap: 'fromTime' },
};

/** The errors of a refused move by their fields; none where it is refused as a whole. */
export function placesOf(error: unknown): FieldError[] {
  if (!(error instanceof ApiError)) return [];
  const place = places[error.code];
  if (place) return [{ path: place, message: error.message }];
  return error.errors.map(({ path, message }) => ({ path: path === 'coachId' ? 'coach' : path, message }));
}

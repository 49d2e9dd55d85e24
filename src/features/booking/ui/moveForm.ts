import { problems, type FieldError } from '../../../shared/call.ts';
import { coachMissing, endProblem, intervalErrors, intervalOf } from '../../appointments/rules.ts';
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

/** All errors of the form, in its order (reference 4.17); a booking is limited in its length. */
export function moveErrors(form: MoveForm, { booked }: { booked: boolean }): FieldError[] {
  const errors = intervalErrors(form);
  const interval = errors.length === 0 ? intervalOf(form) : null;
  return [
    ...problems({ coach: form.coach ? null : coachMissing }),
    ...errors,
    ...problems({ tillTime: endProblem(interval, booked) }),
  ];
}

import { toFieldErrors, type FieldError } from '../../shared/call.ts';
import { coachMissingMessage, endProblem, intervalErrors, intervalOf } from '../../features/appointments/rules.ts';
import type { CoachOption } from '../../features/coaches/ui/CoachField.tsx';

/** The values of the move form. The date is `yyyy-mm-dd`, times are `HH:mm`, and an empty field is ''. */
export interface MoveForm {
  /** The new coach; only admins choose one. */
  coach: CoachOption | null;
  date: string;
  fromTime: string;
  tillTime: string;
  reason: string;
  /** Whether the old time of a booking becomes free again. */
  release: boolean;
}

/** Returns all errors of the form, in the order of its fields (reference 4.17). Only bookings have a maximum length. */
export function moveErrors(form: MoveForm, { isBooked }: { isBooked: boolean }): FieldError[] {
  const errors = intervalErrors(form);
  const interval = errors.length === 0 ? intervalOf(form) : null;
  return [
    ...toFieldErrors({ coach: form.coach ? null : coachMissingMessage }),
    ...errors,
    ...toFieldErrors({ tillTime: endProblem(interval, isBooked) }),
  ];
}

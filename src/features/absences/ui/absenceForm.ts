import { addDays } from '../../../shared/berlin.ts';
import { toFieldErrors, type FieldError, type InputOf } from '../../../shared/call.ts';
import { CallError, errorMessageOf } from '../../../web/calls/api.ts';
import { coachMissingMessage } from '../../appointments/rules.ts';
import type { CoachOption } from '../../coaches/ui/CoachField.tsx';
import type { planOwnAbsence } from '../contract.ts';
import { absenceErrors, maxAbsenceDays, type AbsenceForm } from '../rules.ts';

/** The values of an absence's form. Dates `yyyy-mm-dd`, times `HH:mm`; '' while a field is empty. */
export interface AbsencePlanForm extends AbsenceForm {
  /** The absent coach. Only admins choose a coach; null otherwise. */
  coach: CoachOption | null;
}

/**
 * The initial form: an absence today, because of illness if `isSick`, or, for a coach who will be set inactive
 * (`leavingCoach`), the longest possible absence from today on.
 */
export function createInitialForm(today: string, leavingCoach: CoachOption | null, isSick: boolean): AbsencePlanForm {
  const days = { fromDate: today, fromTime: '', tillTime: '' };
  if (!leavingCoach) return { coach: null, kind: isSick ? 'illness' : '', ...days, tillDate: today };
  return { coach: leavingCoach, kind: 'other', ...days, tillDate: addDays(today, maxAbsenceDays - 1) };
}

/** The days, times and kind of an absence, in the form that the call expects. */
export type AbsenceInput = Omit<InputOf<typeof planOwnAbsence>, 'apply' | 'decisions'>;

export const toInput = ({ fromDate, fromTime, tillDate, tillTime, kind }: AbsencePlanForm): AbsenceInput => ({
  fromDate,
  fromTime,
  tillDate,
  tillTime,
  kind,
});

/** All errors of the form, in the order of its fields (reference 14.1). Admins must also choose a coach. */
export function formErrors(form: AbsencePlanForm, asAdmin: boolean): FieldError[] {
  return [...toFieldErrors({ coach: asAdmin && !form.coach ? coachMissingMessage : null }), ...absenceErrors(form)];
}

/** Whether nothing that the form requires is missing; what is there may still be wrong. */
export const isFilledIn = ({ coach, kind, fromDate, tillDate }: AbsencePlanForm, asAdmin: boolean): boolean =>
  (!asAdmin || coach !== null) && kind !== '' && fromDate !== '' && tillDate !== '';

const fieldsByRefusal: Record<string, keyof AbsencePlanForm> = {
  rangeTooLong: 'tillDate',
  invalidTime: 'fromTime',
  overlap: 'fromDate',
};

/** The messages of a refused absence: those to show at fields (`errors`), or the one above the form (`formError`). */
export function toFormErrors(error: unknown): { errors: FieldError[]; formError: string } {
  if (!(error instanceof CallError)) return { errors: [], formError: errorMessageOf(error) };
  const field = fieldsByRefusal[error.code];
  if (field) return { errors: [{ path: field, message: error.message }], formError: '' };
  const errors = error.errors.map(({ path, message }) => ({ path: path === 'coachId' ? 'coach' : path, message }));
  return { errors, formError: errors.length > 0 ? '' : error.message };
}

/** Whether the call failed because the calendar has changed since the preview. */
export const isPreviewOutdated = (error: unknown): error is CallError =>
  error instanceof CallError && (error.code === 'undecided' || error.code === 'slotTaken');

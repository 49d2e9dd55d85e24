import { addDays, mondayOf } from '../../shared/berlin.ts';
import type { CoachingType } from '../../shared/coaching.ts';
import { toFieldErrors, type FieldError, type InputOf } from '../../shared/call.ts';
import { CallError, errorMessageOf } from '../../web/calls/api.ts';
import type { CoachOption } from '../../features/coaches/ui/CoachField.tsx';
import { coachMissingMessage } from '../../features/appointments/rules.ts';
import type { planOwnSeries } from '../../features/appointments/series/contract.ts';
import { planErrors } from '../../features/appointments/series/rules.ts';
import type { SeriesParams } from './useSeriesParams.ts';

/** The values that are being entered for a series. Dates `yyyy-mm-dd`, times `HH:mm`; '' while a field is empty. */
export interface SeriesForm {
  /** The coach whom an admin chooses; null for a coach's own series. */
  coach: CoachOption | null;
  type: '' | CoachingType;
  weekdays: number[];
  everyWeeks: number;
  fromDate: string;
  tillDate: string;
  fromTime: string;
  tillTime: string;
  /** The length of an appointment in minutes, as typed. */
  minutes: string;
  /** The break between appointments in minutes, as typed. */
  breakMinutes: string;
}

/** The input of the call without `apply` and `expect`, which decide whether the series is previewed or created. */
export type PlanInput = Omit<InputOf<typeof planOwnSeries>, 'apply' | 'expect'>;

/** The proposed length of a series in weeks: a quarter of a year. */
const proposedWeeks = 13;

/**
 * Returns the initial form: the values in the URL, by default Einzelcoachings of 45 minutes for a quarter of a year
 * from next Monday on. `today` is the Berlin day, `yyyy-mm-dd`.
 */
export function createInitialForm(params: SeriesParams, coach: CoachOption | null, today: string): SeriesForm {
  // A past day becomes today.
  const fromParam = params.fromDate && params.fromDate < today ? today : params.fromDate;
  const fromDate = fromParam || addDays(mondayOf(today), 7);
  const proposedEnd = addDays(mondayOf(fromDate), proposedWeeks * 7 - 1);
  return {
    coach,
    type: 'Einzelcoaching',
    weekdays: [...params.weekdays],
    everyWeeks: 1,
    fromDate,
    tillDate: params.tillDate >= fromDate ? params.tillDate : proposedEnd,
    fromTime: params.fromTime,
    tillTime: params.tillTime,
    minutes: '45',
    breakMinutes: '15',
  };
}

/** Returns the form as the input of the call; an invalid number becomes -1, which is refused. */
export function toPlanInput(form: SeriesForm): PlanInput {
  const { type, weekdays, everyWeeks, fromDate, tillDate, fromTime, tillTime, minutes, breakMinutes } = form;
  return {
    type,
    weekdays,
    everyWeeks,
    fromDate,
    tillDate,
    fromTime,
    tillTime,
    minutes: parseMinutes(minutes),
    breakMinutes: parseMinutes(breakMinutes),
  };
}

const parseMinutes = (text: string) => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : -1);

/** Returns all errors of the form, in the order of its fields (reference 7.12). An admin must also choose a coach. */
export function seriesErrors(form: SeriesForm, asAdmin: boolean): FieldError[] {
  const plan = toPlanInput(form);
  return [
    ...toFieldErrors({ coach: asAdmin && !form.coach ? coachMissingMessage : null }),
    ...planErrors({ ...form, minutes: plan.minutes, breakMinutes: plan.breakMinutes }),
  ];
}

/** The field at which a refusal is shown, by its code. Refusals with other codes are shown above the form. */
const fieldByCode: Record<string, keyof SeriesForm> = {
  rangeTooLong: 'tillDate',
  tooMany: 'tillDate',
  inactive: 'coach',
};

/** Returns the messages of a refused plan: `fieldErrors` are shown at their fields, `formError` above the form. */
export function toFormErrors(error: unknown, asAdmin: boolean): { fieldErrors: FieldError[]; formError: string } {
  if (!(error instanceof CallError)) return { fieldErrors: [], formError: errorMessageOf(error) };
  const field = error.code === 'inactive' && !asAdmin ? undefined : fieldByCode[error.code];
  if (field) return { fieldErrors: [{ path: field, message: error.message }], formError: '' };
  const fieldErrors = error.errors.map(({ path, message }) => ({ path: path === 'coachId' ? 'coach' : path, message }));
  return { fieldErrors, formError: fieldErrors.length > 0 ? '' : error.message };
}

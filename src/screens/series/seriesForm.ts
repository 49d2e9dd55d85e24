import { addDays, mondayOf } from '../../shared/berlin.ts';
import type { CoachingType } from '../../shared/coaching.ts';
import { problems, type FieldError, type InputOf } from '../../shared/call.ts';
import { CallError, sentenceOf } from '../../web/calls/api.ts';
import type { CoachOption } from '../../features/coaches/ui/CoachField.tsx';
import { coachMissing } from '../../features/appointments/rules.ts';
import type { planOwnSeries } from '../../features/appointments/series/contract.ts';
import { planErrors } from '../../features/appointments/series/rules.ts';
import type { SeriesParams } from './useSeriesParams.ts';

/** The form of a series while it is being filled in. Dates `yyyy-mm-dd`, times `HH:mm`; '' while a field is empty. */
export interface SeriesFields {
  /** The coach that an admin chooses; null for a coach's own series. */
  coach: CoachOption | null;
  type: '' | CoachingType;
  weekdays: number[];
  everyWeeks: number;
  fromDate: string;
  tillDate: string;
  fromTime: string;
  tillTime: string;
  /** As typed. */
  minutes: string;
  breakMinutes: string;
}

/** A plan without `apply`, as it is sent. */
export type PlanInput = Omit<InputOf<typeof planOwnSeries>, 'apply' | 'expect'>;

/** The proposed length: the weeks of a quarter. */
const proposedWeeks = 13;

/**
 * The initial form: what the address names, by default a quarter of Einzelcoachings of 45 minutes from next Monday on.
 * `today` is the Berlin day, `yyyy-mm-dd`.
 */
export function initialForm(given: SeriesParams, coach: CoachOption | null, today: string): SeriesFields {
  // A past day is moved to today.
  const fromParam = given.fromDate && given.fromDate < today ? today : given.fromDate;
  const fromDate = fromParam || addDays(mondayOf(today), 7);
  const quarter = addDays(mondayOf(fromDate), proposedWeeks * 7 - 1);
  return {
    coach,
    type: 'Einzelcoaching',
    weekdays: [...given.weekdays],
    everyWeeks: 1,
    fromDate,
    tillDate: given.tillDate >= fromDate ? given.tillDate : quarter,
    fromTime: given.fromTime,
    tillTime: given.tillTime,
    minutes: '45',
    breakMinutes: '15',
  };
}

/** The form's input for the call; an invalid number becomes -1, which is out of bounds. */
export function asPlan(form: SeriesFields): PlanInput {
  const { type, weekdays, everyWeeks, fromDate, tillDate, fromTime, tillTime, minutes, breakMinutes } = form;
  return {
    type,
    weekdays,
    everyWeeks,
    fromDate,
    tillDate,
    fromTime,
    tillTime,
    minutes: wholeNumber(minutes),
    breakMinutes: wholeNumber(breakMinutes),
  };
}

const wholeNumber = (text: string) => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : -1);

/** All errors of the form, in its order (reference 7.12); `asAdmin` requires a coach, too. */
export function seriesErrors(form: SeriesFields, asAdmin: boolean): FieldError[] {
  const plan = asPlan(form);
  return [
    ...problems({ coach: asAdmin && !form.coach ? coachMissing : null }),
    ...planErrors({ ...form, minutes: plan.minutes, breakMinutes: plan.breakMinutes }),
  ];
}

/** The field at which a refusal is shown, by its code; others are shown above the form. */
const places: Record<string, keyof SeriesFields> = {
  rangeTooLong: 'tillDate',
  tooMany: 'tillDate',
  inactive: 'coach',
};

/** Where the messages of a refused plan are shown: at their fields, or above the form. */
export function failureOf(error: unknown, asAdmin: boolean): { errors: FieldError[]; formError: string } {
  if (!(error instanceof CallError)) return { errors: [], formError: sentenceOf(error) };
  const place = error.code === 'inactive' && !asAdmin ? undefined : places[error.code];
  if (place) return { errors: [{ path: place, message: error.message }], formError: '' };
  const errors = error.errors.map(({ path, message }) => ({ path: path === 'coachId' ? 'coach' : path, message }));
  return { errors, formError: errors.length > 0 ? '' : error.message };
}

import {
  addDays,
  dateOf,
  germanDate,
  germanMoment,
  instantOf,
  isTime,
  minutesOf,
  timeOf,
} from '../../shared/berlin.ts';
import { toFieldErrors, type FieldError } from '../../shared/call.ts';
import { writeCsv } from '../../shared/csv.ts';
import { statuses, type Status } from '../../shared/coaching.ts';
import type { FailedRow } from '../../shared/table-file.ts';

/** The columns of a calendar file (reference 7.3), in the order of the example file. */
export const calendarColumns = ['Coach-E-Mail', 'Typ', 'Datum', 'Von', 'Bis'] as const;
export type CalendarColumn = (typeof calendarColumns)[number];

/** The maximum size and number of rows of an imported file (reference 7.3); blank rows do not count. */
export const calendarLimits = { bytes: 5_000_000, rows: 20_000 } as const;

/** The message for an import of which no row became an appointment. */
export const nothingImportedMessage = 'Es wurde kein Termin importiert.';

/**
 * Returns the example file (reference 7.4) as the German version of Excel saves it: `;`, CRLF, UTF-8 with BOM. Its days
 * are in the given year.
 */
export function createExampleCalendar(year: number): string {
  const rows = [
    calendarColumns,
    ['vorname.nachname@example.org', 'Einzelcoaching', germanDate(`${year}-02-02`), '09:00', '09:45'],
    ['vorname.nachname@example.org', 'Einzelcoaching', germanDate(`${year}-02-02`), '10:00', '10:45'],
    ['vorname.nachname@example.org', 'Speedcoaching', germanDate(`${year}-02-03`), '14:00', '16:00'],
  ];
  return writeCsv(rows);
}

/**
 * Returns a failed row of an import as it is saved in a file (reference 7.4). `headerRow` is the row with the names of
 * the columns.
 */
export function toFailedRow(
  {
    data,
    message,
  }: {
    data: { id: number; coachEmail: string; type: string; date: string; fromTime: string; tillTime: string };
    message: string;
  },
  headerRow: number,
): FailedRow {
  const { coachEmail, type, date, fromTime, tillTime } = data;
  return { cells: [coachEmail, type, germanDate(date), fromTime, tillTime], row: headerRow + data.id, message };
}

/** The message for a row of an imported file whose appointment is in the calendar already, so nothing is to be done. */
export const existingRowMessage = 'Termin existiert bereits';

/** Separates the rows that failed from those whose appointment exists already. */
export function splitRejectedRows<Row extends { message: string }>(rows: readonly Row[]) {
  const isExisting = ({ message }: Row) => message === existingRowMessage;
  return { existing: rows.filter(isExisting), failed: rows.filter((row) => !isExisting(row)) };
}

/** Returns the German label of an appointment's status, for coaches (reference 4.1); dates `yyyy-mm-dd`. */
export function statusLabel(status: Status, date: string, today: string): string {
  if (status === statuses.free) return 'Frei';
  if (status === statuses.cancelled) return 'Storniert';
  if (status === statuses.missed) return 'Versäumt';
  return date >= today ? 'Gebucht' : 'Beendet';
}

/**
 * Whether a free Einzelcoaching has begun, so that nobody can book it any more (reference 7.8). `timeSlot` is
 * 'HH:mm - HH:mm', and `now` is the Berlin wall clock.
 */
export function isUnused(
  slot: { status: string; date: string; timeSlot: string; isSpeedcoaching: unknown },
  now: { date: string; time: string },
): boolean {
  const start = `${slot.date} ${slot.timeSlot.slice(0, 5)}`;
  return slot.status === statuses.free && !slot.isSpeedcoaching && start <= `${now.date} ${now.time}`;
}

/** Says in German for whom and until when a free appointment is held (reference 12.3); an instant (ISO). */
export const describeHold = (heldUntil: string): string =>
  `für eine Person auf der Warteliste, bis ${germanMoment(new Date(heldUntil))}`;

/**
 * Returns the German word for an appointment at this moment, the same on screens and in files (reference 4.1, 7.8):
 * `statusLabel`, except for what is free. `timeSlot` is 'HH:mm - HH:mm', and `now` is the Berlin wall clock.
 */
export function currentStatusLabel(
  slot: { status: Status; date: string; timeSlot: string; isSpeedcoaching: unknown; reserved?: boolean },
  now: { date: string; time: string },
): string {
  if (slot.status !== statuses.free) return statusLabel(slot.status, slot.date, now.date);
  if (isUnused(slot, now)) return 'Ungebucht';
  if (`${slot.date} ${slot.timeSlot.slice(-5)}` <= `${now.date} ${now.time}`) return 'Beendet';
  return slot.reserved ? 'Reserviert' : 'Frei';
}

/**
 * Whether an appointment is booked and has not ended yet (reference 7.10). `timeSlot` is 'HH:mm - HH:mm', and `now` is
 * the Berlin wall clock.
 */
export function isUnfinished(
  entry: { status: string; date: string; timeSlot: string },
  now: { date: string; time: string },
): boolean {
  const end = `${entry.date} ${entry.timeSlot.slice(-5)}`;
  return entry.status === statuses.booked && end > `${now.date} ${now.time}`;
}

/** Returns the names of an entry's documents in one line (reference 7.6), each once even if it has several versions. */
export function documentNames(entry: { files: { data: readonly { name: string }[] } }): string {
  return [...new Set(entry.files.data.map(({ name }) => name))].join(', ');
}

/**
 * Returns the booked appointments that have ended and still lack a file from a coach (reference 7.10), but only the
 * latest one of each participant. They are sorted from latest to earliest. `entries` must be in order of start; `now`
 * is the Berlin wall clock.
 */
export function appointmentsWithoutCoachFile<
  E extends {
    status: string;
    date: string;
    timeSlot: string;
    participantId: number;
    files: { data: readonly { uploadByCoach: boolean }[] };
  },
>(entries: readonly E[], now: { date: string; time: string }): E[] {
  const latestByParticipant = new Map<number, E>();
  for (const entry of entries) {
    const hasEnded = entry.status === statuses.booked && !isUnfinished(entry, now);
    if (hasEnded && !entry.files.data.some((file) => file.uploadByCoach))
      latestByParticipant.set(entry.participantId, entry);
  }
  return [...latestByParticipant.values()].sort((a, b) =>
    `${b.date} ${b.timeSlot}`.localeCompare(`${a.date} ${a.timeSlot}`),
  );
}

/** A slot in a coach's calendar; instants in milliseconds. */
export interface CalendarSlot {
  type: string;
  start: number;
  end: number;
}

/**
 * A coach's free, booked and missed slots (reference 7.4), without overlaps, in order of start. `add` adds a new slot
 * that fits, so that later ones are compared with it, too.
 */
export class CoachCalendar {
  readonly #slots: CalendarSlot[];

  /** `slots` must be in order of start and without overlaps, which the database guarantees. */
  constructor(slots: CalendarSlot[]) {
    this.#slots = slots;
  }

  /** Whether the calendar has a slot with exactly this type, start and end. */
  has(slot: CalendarSlot): boolean {
    const candidate = this.#slots[this.#firstEndingAfter(slot.start)];
    return candidate?.start === slot.start && candidate.end === slot.end && candidate.type === slot.type;
  }

  /** Whether a slot overlaps one of the calendar. */
  overlaps(slot: Pick<CalendarSlot, 'start' | 'end'>): boolean {
    return (this.#slots[this.#firstEndingAfter(slot.start)]?.start ?? Infinity) < slot.end;
  }

  /** Adds a slot if it fits; otherwise returns why it does not. */
  add(slot: CalendarSlot): 'added' | 'alreadyExists' | 'overlap' {
    if (this.overlaps(slot)) return this.has(slot) ? 'alreadyExists' : 'overlap';
    this.#slots.splice(this.#firstEndingAfter(slot.start), 0, slot);
    return 'added';
  }

  /** Returns the index of the first slot that ends after the instant. */
  #firstEndingAfter(instant: number): number {
    let low = 0;
    let high = this.#slots.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#slots[middle]?.end ?? 0) > instant) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** Whether a slot overlaps an absence (reference 14.1); instants in milliseconds. */
export function overlapsAbsence(
  slot: Pick<CalendarSlot, 'start' | 'end'>,
  absences: readonly { start: number; end: number }[],
) {
  return absences.some(({ start, end }) => start < slot.end && slot.start < end);
}

/**
 * The date and times of an appointment in a form, `yyyy-mm-dd` and `HH:mm` or `HH:mm:00`; '' while a field is empty.
 */
export interface IntervalForm {
  date: string;
  fromTime: string;
  tillTime: string;
}

/** A new appointment in a form; '' while a field is empty. */
export interface NewAppointmentForm extends IntervalForm {
  type: string;
}

/** The message for an admin who chose no coach. */
export const coachMissingMessage = 'Bitte wähle einen Coach aus.';

/** Returns all errors in the form of a new appointment, in the order of its fields (reference 7.2). */
export function creationErrors(form: NewAppointmentForm): FieldError[] {
  return [...toFieldErrors({ type: form.type ? null : 'Bitte wähle einen Typ aus.' }), ...intervalErrors(form)];
}

/** Returns all errors in the date and times of a form, in the order of its fields (reference 7.2). */
export function intervalErrors(form: IntervalForm): FieldError[] {
  return toFieldErrors({
    date: form.date ? null : 'Bitte gib ein Datum ein',
    fromTime: timeProblem(form.fromTime),
    tillTime: timeProblem(form.tillTime),
  });
}

/**
 * Returns the error of a time field, or null. Appointments start and end on full minutes: seconds are refused, because
 * no list shows them (reference 7.2).
 */
export function timeProblem(value: string): string | null {
  if (isTime(value)) return null;
  return /^\d\d:\d\d:\d\d$/.test(value) ? 'Die Uhrzeit darf keine Sekunden haben.' : 'Bitte wähle eine Uhrzeit aus.';
}

/** The messages for times in the wrong order, and for times that a clock change skips or repeats. */
export const timeMessages = {
  order: 'Das Ende muss nach dem Beginn liegen',
  clockChange: 'Diese Uhrzeit gibt es wegen der Zeitumstellung nicht oder doppelt',
} as const;

/** Returns the interval of a form as instants (reference 7.1), or the message if its times are invalid. */
export function intervalOf(form: IntervalForm): { startsAt: Date; endsAt: Date } | string {
  const { date, fromTime, tillTime } = form;
  const [startsAt, endsAt] = [instantOf(date, fromTime), instantOf(date, tillTime)];
  if (startsAt && endsAt && startsAt < endsAt) return { startsAt, endsAt };
  // A wrong order is reported first: it is wrong on every day, not only when the clocks change.
  return (startsAt && endsAt) || tillTime <= fromTime ? timeMessages.order : timeMessages.clockChange;
}

/** The maximum length of an Einzelcoaching that staff book, in milliseconds of real time (reference 7.19). */
const maxBookedLength = 4 * 3_600_000;

/** The message for an Einzelcoaching that is too long, on the screen and from the server. */
export const tooLongMessage = 'Ein Einzelcoaching mit Teilnehmer:in dauert höchstens vier Stunden.';

/** Whether an interval is longer than staff may book for a participant (reference 7.19). */
export function isTooLong({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }): boolean {
  return endsAt.getTime() - startsAt.getTime() > maxBookedLength;
}

/**
 * Returns the error of an interval in a form (reference 7.2); null if there is none or while the form is incomplete.
 * `hasParticipant` is whether the appointment has, or will have, a participant.
 */
export function endProblem(interval: ReturnType<typeof intervalOf> | null, hasParticipant: boolean): string | null {
  if (interval === null || typeof interval === 'string') return interval;
  return hasParticipant && isTooLong(interval) ? tooLongMessage : null;
}

/** The number of days within which a coach can still record a past coaching session (reference 7.19). */
const maxDaysBack = 14;

/** Returns the first day for which a coach can still record a session (reference 7.19); Berlin days `yyyy-mm-dd`. */
export const firstRecordableDay = (today: string): string => addDays(today, -maxDaysBack);

/** The messages if a coach cannot record a coaching session after the fact, on the screen and from the server. */
export const recordingMessages = {
  tooLongAgo: 'Nachtragen lässt sich höchstens, was vor 14 Tagen war. Was länger her ist, trägt ein Admin nach.',
  beforeQualification: 'So früh hatte die Qualifizierung dieser Person noch nicht begonnen.',
} as const;

/**
 * Returns the message that explains why a coach cannot record a coaching session for a participant (reference 7.19), or
 * null. An upcoming session is never refused. `qualificationStart` is a Berlin day `yyyy-mm-dd`, or null if it is
 * unknown.
 */
export function recordingProblem({
  startsAt,
  qualificationStart,
  now,
}: {
  startsAt: Date;
  qualificationStart: string | null;
  now: Date;
}): string | null {
  if (startsAt > now) return null;
  const date = dateOf(startsAt);
  if (date < firstRecordableDay(dateOf(now))) return recordingMessages.tooLongAgo;
  return qualificationStart !== null && date < qualificationStart ? recordingMessages.beforeQualification : null;
}

/** Whether an appointment that an admin records now is marked as recorded late (reference 7.19). */
export function isRecordedLate(endsAt: Date, now: Date): boolean {
  return now.getTime() - endsAt.getTime() > 24 * 3_600_000;
}

/**
 * Returns the times that a form proposes after an appointment has been created (reference 7.2): the next slot of the
 * same length. Its end is '' if it would not be on the same day. Times `HH:mm`.
 */
export function nextSlot({ fromTime, tillTime }: { fromTime: string; tillTime: string }) {
  const end = 2 * minutesOf(tillTime) - minutesOf(fromTime);
  return { fromTime: tillTime, tillTime: end < 24 * 60 ? timeOf(end) : '' };
}

/** The duration in minutes that a new appointment has until the user changes it (reference 7.2). */
const usualMinutes = 45;

/**
 * Returns the end of an appointment whose start is changed to `newFromTime`, so that it keeps its duration; 45 minutes
 * after the new start if the end is empty or not after the start (reference 7.2). Times are `HH:mm`, '' if incomplete.
 * Returns the end as it is if the new start is incomplete, or if the new end would be after midnight.
 */
export function moveEnd({ fromTime, tillTime }: { fromTime: string; tillTime: string }, newFromTime: string): string {
  if (newFromTime === '') return tillTime;
  const minutes = fromTime !== '' && fromTime < tillTime ? minutesOf(tillTime) - minutesOf(fromTime) : usualMinutes;
  const end = minutesOf(newFromTime) + minutes;
  return end < 24 * 60 ? timeOf(end) : tillTime;
}

/**
 * Returns the order of the overview while none is chosen (reference 7.8): a look back from today begins with the latest
 * appointment, any other range with the earliest. Days are `yyyy-mm-dd`.
 */
export function defaultOverviewOrder(range: { from: string; till: string }, today: string): 'start' | 'latestStart' {
  return range.till === today && range.from < today ? 'latestStart' : 'start';
}

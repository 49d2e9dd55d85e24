import { addDays, dateOf, germanDate, instantOf, isTime, minutesOf, timeOf } from '../../shared/berlin.ts';
import { problems, type FieldError } from '../../shared/call.ts';
import { safeText, writeCsv } from '../../shared/csv.ts';
import { statuses, type Status } from '../../shared/coaching.ts';

/** The columns of a calendar file (reference 7.3), in the order of the example. */
export const calendarColumns = ['Coach-E-Mail', 'Typ', 'Datum', 'Von', 'Bis'] as const;
export type CalendarColumn = (typeof calendarColumns)[number];

/** The largest file and the most rows of one import (reference 7.3), without blank rows. */
export const calendarLimits = { bytes: 5_000_000, rows: 20_000 } as const;

/** The message for a larger file, on the screen and from the server. */
export const calendarTooLarge = 'Die Datei ist größer als 5 MB.';

/**
 * A file to start from (reference 7.4), in the form of a German Excel: `;`, CRLF, UTF-8 with BOM. Its days are in the
 * given year.
 */
export function exampleCalendar(year: number): string {
  const rows = [
    calendarColumns,
    ['vorname.nachname@example.org', 'Einzelcoaching', germanDate(`${year}-02-02`), '09:00', '09:45'],
    ['vorname.nachname@example.org', 'Einzelcoaching', germanDate(`${year}-02-02`), '10:00', '10:45'],
    ['vorname.nachname@example.org', 'Speedcoaching', germanDate(`${year}-02-03`), '14:00', '16:00'],
  ];
  return writeCsv(rows);
}

/** A row of an import's report, as far as it can be written into a file again. */
interface FailedRow {
  data: { id: number; coachEmail: string; type: string; date: string; fromTime: string; tillTime: string };
  message: string;
}

/**
 * The rows of an import that failed, as a file to correct and to import again: the calendar's columns (reference 7.4)
 * and, in two more that the import does not read, the row's number in the first file and why it failed.
 */
export function failedCalendar(rows: readonly FailedRow[]): string {
  const [head = [], ...lines] = failedRows(rows);
  return writeCsv([head, ...lines.map((line) => line.map((cell, at) => (at < 5 ? safeText(cell) : cell)))]);
}

/** The same as rows of text under their head: the columns of a calendar, then the row's number and the fault. */
export function failedRows(rows: readonly FailedRow[]): string[][] {
  return [
    [...calendarColumns, 'Zeile', 'Fehler'],
    ...rows.map(({ data, message }) => [
      ...[data.coachEmail, data.type, germanDate(data.date), data.fromTime, data.tillTime],
      ...[String(data.id), message],
    ]),
  ];
}

/** An appointment's state in words for coaches (reference 4.1); dates `yyyy-mm-dd`. */
export function statusWord(status: Status, date: string, today: string): string {
  if (status === statuses.free) return 'Frei';
  if (status === statuses.cancelled) return 'Storniert';
  if (status === statuses.missed) return 'Versäumt';
  return date >= today ? 'Gebucht' : 'Beendet';
}

/**
 * Whether a booked appointment has not ended yet (reference 7.10); its `timeSlot` is 'HH:mm - HH:mm', `now` the Berlin
 * wall clock.
 */
export function isUnfinished(
  entry: { status: string; date: string; timeSlot: string },
  now: { date: string; time: string },
): boolean {
  const end = `${entry.date} ${entry.timeSlot.slice(-5)}`;
  return entry.status === statuses.booked && end > `${now.date} ${now.time}`;
}

/** The names of an entry's documents in one line (reference 7.6), each once, however many versions it has. */
export function documentNames(entry: { files: { data: readonly { name: string }[] } }): string {
  return [...new Set(entry.files.data.map(({ name }) => name))].join(', ');
}

/**
 * Appointments that are over and still lack the coach's file (reference 7.10): one for each participant, the newest
 * first. `now` is the Berlin wall clock; a document of any coach counts.
 */
export function withoutCoachFile<
  E extends {
    status: string;
    date: string;
    timeSlot: string;
    participantId: number;
    files: { data: readonly { uploadByCoach: boolean }[] };
  },
>(entries: readonly E[], now: { date: string; time: string }): E[] {
  const waiting = new Map<number, E>();
  for (const entry of entries) {
    const over = entry.status === statuses.booked && !isUnfinished(entry, now);
    if (over && !entry.files.data.some((file) => file.uploadByCoach)) waiting.set(entry.participantId, entry);
  }
  return [...waiting.values()].sort((a, b) => `${b.date} ${b.timeSlot}`.localeCompare(`${a.date} ${a.timeSlot}`));
}

/** A slot in a coach's calendar; instants in milliseconds. */
export interface CalendarSlot {
  type: string;
  start: number;
  end: number;
}

/**
 * A coach's live slots (reference 7.4), without overlaps, in order of start. Returns for each new one whether it exists
 * already, overlaps, or fits; one that fits is added, so that later ones are compared with it, too.
 */
export class CoachCalendar {
  readonly #slots: CalendarSlot[];

  /** `slots` in order of start, without overlaps (the database guarantees that). */
  constructor(slots: CalendarSlot[]) {
    this.#slots = slots;
  }

  /** Whether the calendar has precisely this slot. */
  has(slot: CalendarSlot): boolean {
    const found = this.#slots[this.#firstEndingAfter(slot.start)];
    return found?.start === slot.start && found.end === slot.end && found.type === slot.type;
  }

  /** Adds a slot if it fits. */
  add(slot: CalendarSlot): 'added' | 'alreadyExists' | 'overlap' {
    const at = this.#firstEndingAfter(slot.start);
    const next = this.#slots[at];
    if (next && next.start < slot.end) return this.has(slot) ? 'alreadyExists' : 'overlap';
    this.#slots.splice(at, 0, slot);
    return 'added';
  }

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

/** Whether a slot lies in an absence, even with a part of it (reference 14.1); instants in milliseconds. */
export function liesInAbsence(
  slot: Pick<CalendarSlot, 'start' | 'end'>,
  absences: readonly { start: number; end: number }[],
) {
  return absences.some(({ start, end }) => start < slot.end && slot.start < end);
}

/** A time in a form; '' while a field is empty. Date `yyyy-mm-dd`, times `HH:mm` or `HH:mm:00`. */
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
export const coachMissing = 'Bitte wähle einen Coach aus.';

/** All errors of a new appointment's form, in its order (reference 7.2). */
export function creationErrors(form: NewAppointmentForm): FieldError[] {
  return [...problems({ type: form.type ? null : 'Bitte wähle einen Typ aus.' }), ...intervalErrors(form)];
}

/** All errors of a time, in the order of its form (reference 7.2). */
export function intervalErrors(form: IntervalForm): FieldError[] {
  return problems({
    date: form.date ? null : 'Bitte gib ein Datum ein',
    fromTime: timeProblem(form.fromTime),
    tillTime: timeProblem(form.tillTime),
  });
}

/**
 * What is wrong with a time, or null. Appointments start and end on full minutes: seconds are refused, because no list
 * could show them (reference 7.2).
 */
export function timeProblem(value: string): string | null {
  if (isTime(value)) return null;
  return /^\d\d:\d\d:\d\d$/.test(value) ? 'Die Uhrzeit darf keine Sekunden haben.' : 'Bitte wähle eine Uhrzeit aus.';
}

/** Messages for times that are no interval: in the wrong order, or missing or repeated because of a clock change. */
export const timeSentences = {
  order: 'Das Ende muss nach dem Beginn liegen',
  clockChange: 'Diese Uhrzeit gibt es wegen der Zeitumstellung nicht oder doppelt',
} as const;

/** The interval of a form as instants (reference 7.1), or the sentence that says why its times are no interval. */
export function intervalOf(form: IntervalForm): { startsAt: Date; endsAt: Date } | string {
  const { date, fromTime, tillTime } = form;
  const [startsAt, endsAt] = [instantOf(date, fromTime), instantOf(date, tillTime)];
  if (startsAt && endsAt && startsAt < endsAt) return { startsAt, endsAt };
  // The order is checked first: it is wrong on every day of the year.
  return (startsAt && endsAt) || tillTime <= fromTime ? timeSentences.order : timeSentences.clockChange;
}

/** The longest Einzelcoaching that staff book for somebody, in milliseconds of real time (reference 7.19). */
const longestBooked = 4 * 3_600_000;

/** The message for a longer one, on the screen and from the server. */
export const tooLong = 'Ein Einzelcoaching mit Teilnehmer:in dauert höchstens vier Stunden.';

/** Whether an interval is longer than staff may book for somebody (reference 7.19). */
export function isTooLong({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }): boolean {
  return endsAt.getTime() - startsAt.getTime() > longestBooked;
}

/**
 * What is wrong with a time in a form (reference 7.2), null if nothing is or while it is incomplete. `booked`: it has,
 * or gets, a participant.
 */
export function endProblem(interval: ReturnType<typeof intervalOf> | null, booked: boolean): string | null {
  if (interval === null || typeof interval === 'string') return interval;
  return booked && isTooLong(interval) ? tooLong : null;
}

/** How many days before today a coaching may have begun that a coach records (reference 7.19). */
const recordedDaysBack = 14;

/** The first day of which a coach still records a coaching (reference 7.19); Berlin days `yyyy-mm-dd`. */
export const firstRecordedDay = (today: string): string => addDays(today, -recordedDaysBack);

/** Why a coach cannot record a coaching after the fact, on the screen and from the server. */
export const recordingSentences = {
  tooLongAgo: 'Nachtragen lässt sich höchstens, was vor 14 Tagen war. Was länger her ist, trägt ein Admin nach.',
  beforeQualification: 'So früh hatte die Qualifizierung dieser Person noch nicht begonnen.',
} as const;

/**
 * The sentence that says why a coach cannot record a coaching for a participant (reference 7.19), or null; what is
 * still ahead is never refused. `qualificationStart` is `yyyy-mm-dd`, null where it is unknown. Days are Berlin's.
 */
export function whyNotRecorded({
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
  if (date < firstRecordedDay(dateOf(now))) return recordingSentences.tooLongAgo;
  return qualificationStart !== null && date < qualificationStart ? recordingSentences.beforeQualification : null;
}

/** Whether an appointment that an admin records now is marked as recorded late (reference 7.19). */
export function isRecordedLate(endsAt: Date, now: Date): boolean {
  return now.getTime() - endsAt.getTime() > 24 * 3_600_000;
}

/**
 * The proposal of a form after an appointment (reference 7.2): the next slot of the same length. Its end stays empty if
 * it would not be on the same day. Times `HH:mm`.
 */
export function nextSlot({ fromTime, tillTime }: { fromTime: string; tillTime: string }) {
  const end = 2 * minutesOf(tillTime) - minutesOf(fromTime);
  return { fromTime: tillTime, tillTime: end < 24 * 60 ? timeOf(end) : '' };
}

import { daysBetween, germanDate, instantOf, isTime } from '../shared/berlin.ts';
import { problems, type FieldError } from '../shared/call.ts';
import { safeText, writeCsv } from '../shared/csv.ts';

/** The two kinds of a coaching (spec coach §1). */
export const coachingTypes = ['Einzelcoaching', 'Speedcoaching'] as const;
export type CoachingType = (typeof coachingTypes)[number];

/** The columns of a calendar file (contract §8), in the order in which the example has them. */
export const calendarColumns = ['Coach-E-Mail', 'Typ', 'Datum', 'Von', 'Bis'] as const;
export type CalendarColumn = (typeof calendarColumns)[number];

/** Largest file and most rows that one import takes (contract §8); blank rows do not count. */
export const calendarLimits = { bytes: 5_000_000, rows: 20_000 } as const;

/** What both the screen and the server say of a larger file. */
export const calendarTooLarge = 'Die Datei ist größer als 5 MB.';

/** A file to start from, as a German Excel opens it: `;`, CRLF, UTF-8 with BOM. Its days lie in the given year. */
export function exampleCalendar(year: number): string {
  const rows = [
    calendarColumns,
    ['vorname.nachname@example.org', 'Einzelcoaching', germanDate(`${year}-02-02`), '09:00', '09:45'],
    ['vorname.nachname@example.org', 'Einzelcoaching', germanDate(`${year}-02-02`), '10:00', '10:45'],
    ['vorname.nachname@example.org', 'Speedcoaching', germanDate(`${year}-02-03`), '14:00', '16:00'],
  ];
  return writeCsv(rows);
}

/** A row of an import's report, as far as it can be written down again. */
interface FailedRow {
  data: { id: number; coachEmail: string; type: string; date: string; fromTime: string; tillTime: string };
  message: string;
}

/**
 * The rows of an import that failed, as a file to mend and to import again: the calendar's columns (contract §8) and, in
 * two more that the import does not read, the row's number in the first file and why it failed.
 */
export function failedCalendar(rows: readonly FailedRow[]): string {
  const lines = rows.map(({ data, message }) => [
    ...[data.coachEmail, data.type, germanDate(data.date), data.fromTime, data.tillTime].map(safeText),
    String(data.id),
    message,
  ]);
  return writeCsv([[...calendarColumns, 'Zeile', 'Meldung'], ...lines]);
}

/** An appointment's state in the words of the coach's screens (spec coach §3); dates `yyyy-mm-dd`. */
export function statusWord(status: 'F' | 'G' | 'V' | 'K', date: string, today: string): string {
  if (status === 'F') return 'Frei';
  if (status === 'K') return 'Storniert';
  if (status === 'V') return 'Versäumt';
  return date >= today ? 'Gebucht' : 'Beendet';
}

/** What is wrong with a range of days (contract §1: up to 10 years), or null. */
export function rangeProblem(from: string, till: string): 'invalidRange' | 'rangeTooLong' | null {
  if (from > till) return 'invalidRange';
  return daysBetween(from, till) > 3653 ? 'rangeTooLong' : null;
}

/** What a range of days that cannot be used is told. */
export const rangeSentences = {
  invalidRange: 'Das Enddatum muss nach dem Startdatum liegen',
  rangeTooLong: 'Der Zeitraum darf höchstens 10 Jahre lang sein.',
} as const;

/** The mistake of a range of days in the wrong order; that it is too long is a refusal of its own. */
export function rangeMistakes({ fromDate, tillDate }: { fromDate: string; tillDate: string }): FieldError[] {
  const wrongOrder = rangeProblem(fromDate, tillDate) === 'invalidRange';
  return problems({ tillDate: wrongOrder ? rangeSentences.invalidRange : null });
}

/** Whether a booked appointment has not ended yet; its `timeSlot` is 'HH:mm - HH:mm', `now` the Berlin wall clock. */
export function isAhead(
  entry: { status: string; date: string; timeSlot: string },
  now: { date: string; time: string },
): boolean {
  const end = `${entry.date} ${entry.timeSlot.slice(-5)}`;
  return entry.status === 'G' && end > `${now.date} ${now.time}`;
}

/**
 * Sessions that are over and still wait for the coach's file: one for each participant, the newest first. `now` is the
 * Berlin wall clock; a document of any coach counts.
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
    const over = entry.status === 'G' && !isAhead(entry, now);
    if (over && !entry.files.data.some((file) => file.uploadByCoach)) waiting.set(entry.participantId, entry);
  }
  return [...waiting.values()].sort((a, b) => `${b.date} ${b.timeSlot}`.localeCompare(`${a.date} ${a.timeSlot}`));
}

/** A stretch of a coach's time; instants in milliseconds. */
export interface Stretch {
  type: string;
  start: number;
  end: number;
}

/**
 * A coach's live stretches, none overlapping another, in order of start. Answers for each new one whether it exists
 * already, overlaps, or fits; one that fits is kept, so that later ones are held against it too.
 */
export class CoachCalendar {
  readonly #stretches: Stretch[];

  /** `stretches` in order of start, without overlaps (the database sees to that). */
  constructor(stretches: Stretch[]) {
    this.#stretches = stretches;
  }

  /** Adds a stretch where it fits. */
  add(stretch: Stretch): 'added' | 'alreadyExists' | 'overlap' {
    const at = this.#firstEndingAfter(stretch.start);
    const next = this.#stretches[at];
    if (next && next.start < stretch.end) {
      const same = next.start === stretch.start && next.end === stretch.end && next.type === stretch.type;
      return same ? 'alreadyExists' : 'overlap';
    }
    this.#stretches.splice(at, 0, stretch);
    return 'added';
  }

  #firstEndingAfter(instant: number): number {
    let low = 0;
    let high = this.#stretches.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#stretches[middle]?.end ?? 0) > instant) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** A new appointment as it is filled in; '' while a field is empty. Date `yyyy-mm-dd`, times `HH:mm` or `HH:mm:00`. */
export interface NewAppointmentForm {
  type: string;
  date: string;
  fromTime: string;
  tillTime: string;
}

/** What an admin is told who chose no coach. */
export const coachMissing = 'Bitte wähle einen Coach aus.';

/** All mistakes of a new appointment's form, in its order (spec coach §5). */
export function creationMistakes(form: NewAppointmentForm): FieldError[] {
  return problems({
    type: form.type ? null : 'Bitte wähle einen Typ aus.',
    date: form.date ? null : 'Bitte gib ein Datum ein',
    fromTime: timeProblem(form.fromTime),
    tillTime: timeProblem(form.tillTime),
  });
}

/** Appointments begin and end with a minute: seconds are refused, for no list could show them. */
function timeProblem(value: string): string | null {
  if (isTime(value)) return null;
  return /^\d\d:\d\d:\d\d$/.test(value) ? 'Die Uhrzeit darf keine Sekunden haben.' : 'Bitte wähle eine Uhrzeit aus.';
}

/** What times are told that make no stretch: the order is wrong, or a clock change takes or doubles one of them. */
export const timeSentences = {
  order: 'Das Ende muss nach dem Beginn liegen',
  clockChange: 'Diese Uhrzeit gibt es wegen der Zeitumstellung nicht oder doppelt',
} as const;

/** The stretch of a filled-in form as instants, or the sentence that says why its times make none. */
export function stretchOf(form: NewAppointmentForm): { startsAt: Date; endsAt: Date } | string {
  const { date, fromTime, tillTime } = form;
  const [startsAt, endsAt] = [instantOf(date, fromTime), instantOf(date, tillTime)];
  if (startsAt && endsAt && startsAt < endsAt) return { startsAt, endsAt };
  // The order is judged first: it is wrong on every day of the year.
  return (startsAt && endsAt) || tillTime <= fromTime ? timeSentences.order : timeSentences.clockChange;
}

/**
 * What a form proposes after an appointment: the next stretch of the same length. Its end stays open where it would not
 * lie on the same day. Times `HH:mm`.
 */
export function nextStretch({ fromTime, tillTime }: { fromTime: string; tillTime: string }) {
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
  const end = 2 * minutes(tillTime) - minutes(fromTime);
  const two = (value: number) => String(value).padStart(2, '0');
  return { fromTime: tillTime, tillTime: end < 24 * 60 ? `${two(Math.trunc(end / 60))}:${two(end % 60)}` : '' };
}

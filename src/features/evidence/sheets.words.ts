import type { Cell, Sheet } from '../../platform/spreadsheet/sheet.ts';
import { germanDate, wallClock } from '../../shared/berlin.ts';
import { statuses } from '../../shared/coaching.ts';
import { groupBy } from '../../shared/group.ts';

/**
 * When and by which admin an appointment was recorded late (reference 7.19). Both are null if it was not recorded late.
 */
export interface LateRecord {
  recordedLateAt: Date | null;
  recordedLateBy: string | null;
}

/**
 * An appointment in the evidence for funders. The days of the qualification are `yyyy-mm-dd`; `changedAt` is when the
 * appointment was last moved or cancelled.
 */
export interface EvidenceRow extends LateRecord {
  participant: string;
  qualification: string;
  qualificationStart: string | null;
  qualificationEnd: string | null;
  coachId: number;
  coach: string;
  status: 'G' | 'V' | 'K';
  isGoodwill: boolean;
  startsAt: Date;
  endsAt: Date;
  bookedAt: Date | null;
  changedAt: Date | null;
  isRated: boolean;
}

/** The length of a unit in minutes. Funders count trainings in units (reference 15.2). */
const unitMinutes = 45;

const columns = [
  'Teilnehmer:in',
  'Qualifizierung',
  'Beginn der Qualifizierung',
  'Ende der Qualifizierung',
  'Coach',
  'Datum',
  'Von',
  'Bis',
  'Minuten',
  'Status',
  'Gebucht am',
  'Geändert am',
  'Bewertet',
  'Nachgetragen',
];

/** The German word for an appointment's status (reference 15.1). A booked appointment is 'Beendet' once it is over. */
export function evidenceStatusWord({ status, isGoodwill, endsAt }: EvidenceRow, now: Date): string {
  if (status === statuses.missed) return 'Versäumt';
  if (status === statuses.cancelled) return isGoodwill ? 'Kulanz' : 'Storniert';
  return endsAt <= now ? 'Beendet' : 'Gebucht';
}

/** The length of an appointment in whole minutes. */
export const minutesOf = ({ startsAt, endsAt }: Pick<EvidenceRow, 'startsAt' | 'endsAt'>) =>
  Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000);

/** The German text for a late record: 'am 24.11.2026 von Eva Admin'; null if the appointment was not recorded late. */
export function lateRecordText({ recordedLateAt, recordedLateBy }: LateRecord): string | null {
  if (recordedLateAt === null || recordedLateBy === null) return null;
  return `am ${germanDate(wallClock(recordedLateAt).date)} von ${recordedLateBy}`;
}

/** Converts minutes to units, rounded to two decimals (reference 15.2). */
export const unitsOf = (minutes: number) => Math.round((minutes / unitMinutes) * 100) / 100;

/** Formats units with two decimals: '1,33'. */
export const unitsText = (units: number) =>
  units.toLocaleString('de-DE', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const cellOfDate = (date: string | null): Cell => (date === null ? null : { date });
const cellOfInstant = (instant: Date | null): Cell => (instant === null ? null : { date: wallClock(instant).date });

/**
 * Creates the two sheets of evidence: a row for each appointment (reference 15.1), and the sums for each coach
 * (reference 15.2). An appointment is over if it has ended by `now`.
 */
export function createEvidenceSheets(rows: readonly EvidenceRow[], now: Date): Sheet[] {
  return [
    {
      name: 'Termine',
      columns,
      rows: rows.map((row): Cell[] => [
        row.participant,
        row.qualification,
        cellOfDate(row.qualificationStart),
        cellOfDate(row.qualificationEnd),
        row.coach,
        cellOfInstant(row.startsAt),
        { time: wallClock(row.startsAt).time },
        { time: wallClock(row.endsAt).time },
        minutesOf(row),
        evidenceStatusWord(row, now),
        cellOfInstant(row.bookedAt),
        cellOfInstant(row.changedAt),
        row.isRated ? 'ja' : 'nein',
        lateRecordText(row),
      ]),
    },
    { name: 'Summen', columns: sumColumns, rows: sumsOf(rows, now) },
  ];
}

const statusWords = ['Beendet', 'Gebucht', 'Versäumt', 'Storniert', 'Kulanz'] as const;
/** The columns of the sums; those after the first one are numbers. */
export const sumColumns = ['Coach', ...statusWords, 'Bewertet', 'Minuten (Beendet)', 'Einheiten (Beendet)'] as const;

/** Returns a row of sums for each coach, in the order of their first appointments, and a last row for all coaches. */
export function sumsOf(rows: readonly EvidenceRow[], now: Date): (string | number)[][] {
  const createSumRow = (name: string, rowsToSum: readonly EvidenceRow[]) => {
    const minutes = rowsToSum
      .filter((row) => evidenceStatusWord(row, now) === 'Beendet')
      .reduce((sum, row) => sum + minutesOf(row), 0);
    return [
      name,
      ...statusWords.map((word) => rowsToSum.filter((row) => evidenceStatusWord(row, now) === word).length),
      rowsToSum.filter(({ isRated }) => isRated).length,
      minutes,
      unitsOf(minutes),
    ];
  };
  return [
    // Grouped by id, since two coaches may have the same name.
    ...[...groupBy(rows, ({ coachId }) => coachId).values()].map((group) => createSumRow(group[0]?.coach ?? '', group)),
    createSumRow('Alle', rows),
  ];
}

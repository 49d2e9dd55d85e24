import type { PdfDocument } from '../../platform/pdf/document.ts';
import type { ProviderConfig } from '../../platform/settings/provider-config.ts';
import { germanDate, germanDay, germanPeriod, wallClock } from '../../shared/berlin.ts';
import { lateRecordText, minutesOf, unitsOf, unitsText, type LateRecord } from './sheets.words.ts';

/** The participant whom a proof names. The first and last day of the qualification are `yyyy-mm-dd`. */
export interface Attendee {
  name: string;
  qualification: string;
  qualificationStart: string;
  qualificationEnd: string;
}

/** An Einzelcoaching that the participant attended. */
export interface AttendedCoaching extends LateRecord {
  startsAt: Date;
  endsAt: Date;
}

/** Isolates a name from the writing direction of the sentence, because Arabic names are written from right to left. */
const isolate = (name: string) => `\u2068${name}\u2069`;

/**
 * Creates the proof of attendance (reference 15.3) for at least one coaching. `coachings` are sorted by start. The
 * units in the sum row are calculated from the sum of all minutes.
 */
export function createProof(
  { provider, proof }: Pick<ProviderConfig, 'provider' | 'proof'>,
  attendee: Attendee,
  coachings: readonly [AttendedCoaching, ...AttendedCoaching[]],
  now: Date,
): PdfDocument {
  const rows = coachings.map(({ startsAt, endsAt, recordedLateAt, recordedLateBy }) => {
    const { date, time } = wallClock(startsAt);
    const lateRecord = lateRecordText({
      recordedLateAt,
      recordedLateBy: recordedLateBy && isolate(recordedLateBy),
    });
    return {
      date,
      minutes: minutesOf({ startsAt, endsAt }),
      times: `${time} bis ${wallClock(endsAt).time} Uhr${lateRecord ? `, nachgetragen ${lateRecord}` : ''}`,
    };
  });
  const dates = rows.map(({ date }) => date);
  const minutes = rows.reduce((sum, row) => sum + row.minutes, 0);
  const { name, qualification, qualificationStart, qualificationEnd } = attendee;
  return {
    provider,
    logo: proof.logo,
    title: 'Teilnahmenachweis',
    createdAt: now,
    footer: `${provider} · erstellt am ${germanDate(wallClock(now).date)}`,
    blocks: [
      { kind: 'text', text: `${provider} bestätigt die Teilnahme von ${isolate(name)} an diesen Einzelcoachings:` },
      { kind: 'text', label: 'Name', text: isolate(name) },
      ...(qualification ? [{ kind: 'text', label: 'Qualifizierung', text: isolate(qualification) } as const] : []),
      { kind: 'text', label: 'Dauer', text: germanPeriod(qualificationStart, qualificationEnd) },
      { kind: 'text', label: 'Zeitraum', text: germanPeriod(dates[0] ?? '', dates.at(-1) ?? '') },
      {
        kind: 'table',
        columns: [
          { title: 'Datum', widthShare: 3 },
          { title: 'Uhrzeit', widthShare: 4 },
          { title: 'Minuten', widthShare: 2, isRightAligned: true },
          { title: 'Einheiten', widthShare: 2, isRightAligned: true },
        ],
        rows: rows.map((row) => [germanDay(row.date), row.times, String(row.minutes), unitsText(unitsOf(row.minutes))]),
        sumRow: ['Summe', '', minutes.toLocaleString('de-DE'), unitsText(unitsOf(minutes))],
      },
      { kind: 'text', text: 'Eine Einheit hat 45 Minuten.' },
      { kind: 'signatures', captions: ['Ort, Datum', proof.signature ?? provider] },
    ],
  };
}

import type { Block, PdfDocument } from '../../platform/pdf/document.ts';
import type { ProviderConfig } from '../../platform/settings/provider-config.ts';
import { germanDate, germanPeriod, wallClock } from '../../shared/berlin.ts';
import {
  evidenceStatusWord,
  lateRecordText,
  minutesOf,
  sumColumns,
  sumsOf,
  unitsText,
  type EvidenceRow,
} from './sheets.words.ts';

const columns = [
  'Teilnehmer:in',
  'Qualifizierung',
  'Dauer',
  'Coach',
  'Datum',
  'Uhrzeit',
  'Minuten',
  'Status',
  'Gebucht',
  'Geändert',
  'Bewertet',
  'Nachgetragen',
] as const;
const columnsForExceptions: ReadonlySet<string> = new Set(['Geändert', 'Nachgetragen']);

/**
 * Creates the evidence for funders as a document with landscape pages: the period, a row for each appointment and the
 * sums (reference 15.1, 15.2). `rows` are sorted by start; the dates `fromDate` and `tillDate` are `yyyy-mm-dd`.
 */
export function createEvidenceDocument(
  { provider, proof }: Pick<ProviderConfig, 'provider' | 'proof'>,
  rows: readonly EvidenceRow[],
  { fromDate, tillDate }: { fromDate: string; tillDate: string },
  now: Date,
): PdfDocument {
  const period = germanPeriod(fromDate, tillDate);
  const sums = sumsOf(rows, now).map((cells) => cells.map(textOfSum));
  return {
    provider,
    isLandscape: true,
    logo: proof.logo,
    title: 'Nachweis über Bewerbungscoachings',
    createdAt: now,
    footer: `${provider} · Nachweis ${period} · erstellt am ${germanDate(wallClock(now).date)}`,
    blocks: [
      { kind: 'text', label: 'Zeitraum', text: period },
      { kind: 'text', label: 'Termine', text: rows.length.toLocaleString('de-DE') },
      ...(rows.length > 0 ? [tableOf(rows, now)] : []),
      { kind: 'heading', text: 'Summen' },
      {
        kind: 'table',
        columns: sumColumns.map((title, index) =>
          index === 0 ? { title, widthShare: 3 } : { title, widthShare: 2, isRightAligned: true },
        ),
        rows: sums.slice(0, -1),
        sumRow: sums.at(-1),
      },
      { kind: 'text', text: 'Eine Einheit hat 45 Minuten.' },
      { kind: 'signatures', captions: ['Ort, Datum', proof.signature ?? provider] },
    ],
  };
}

function tableOf(appointments: readonly EvidenceRow[], now: Date): Block {
  const rows = appointments.map((row) => [
    row.participant,
    row.qualification,
    [row.qualificationStart, row.qualificationEnd].map((date) => germanDate(date ?? '')).join(' – '),
    row.coach,
    dayOf(row.startsAt),
    `${wallClock(row.startsAt).time}–${wallClock(row.endsAt).time}`,
    String(minutesOf(row)),
    evidenceStatusWord(row, now),
    dayOf(row.bookedAt),
    dayOf(row.changedAt),
    row.isRated ? 'ja' : 'nein',
    lateRecordText(row) ?? '',
  ]);
  // Columns for exceptions take no room if there are none.
  const shownColumns = [...columns.keys()].filter(
    (column) => !columnsForExceptions.has(columns[column] ?? '') || rows.some((cells) => cells[column] !== ''),
  );
  return {
    kind: 'table',
    isSmall: true,
    columns: shownColumns.map((column) => {
      const title = columns[column] ?? '';
      return title === 'Minuten' ? { title, isRightAligned: true } : { title };
    }),
    rows: rows.map((cells) => shownColumns.map((column) => cells[column] ?? '')),
  };
}

const dayOf = (instant: Date | null) => (instant === null ? '' : germanDate(wallClock(instant).date));

function textOfSum(cell: string | number, column: number): string {
  if (typeof cell === 'string') return cell;
  return column === sumColumns.length - 1 ? unitsText(cell) : cell.toLocaleString('de-DE');
}

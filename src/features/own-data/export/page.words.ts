import type { App } from '../../../platform/http/calls/handler.ts';
import type { ExportedTable } from './tables.sql.ts';
import { columnLabels, pathInArchive, toReadableText } from './words.ts';

/** The maximum number of rows of each table on the page; a browser could not show an unlimited number. */
const maxRows = 1_000;

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Yields, in chunks, an HTML page that explains what the portal stores, and shows the stored data in German. The page
 * loads no other resources and runs no script. `locations` has the labels of locations by their ids.
 */
export async function* writeReadablePage(
  tables: readonly ExportedTable[],
  locations: ReadonlyMap<number, string>,
  settings: App['settings'],
): AsyncGenerator<string> {
  yield pageStart(settings);
  for (const { table, description, rows } of tables) {
    let count = 0;
    for await (const row of rows()) {
      if (count++ === 0) yield `<h2>${escapeHtml(description)}</h2>\n`;
      if (count <= maxRows) yield rowHtml(table, { ...row, location_id: locations.get(Number(row['location_id'])) });
    }
    if (count > maxRows) yield `<p>Weitere ${count - maxRows} Einträge stehen in meine-daten.json.</p>\n`;
  }
  yield '</main></body></html>\n';
}

/** The HTML of a row. Omits columns without a label or value, and columns that only refer to the person ('du'). */
function rowHtml(table: string, row: Record<string, unknown>): string {
  const facts = Object.entries(columnLabels).flatMap(([key, label]) => {
    // A key is 'column' or 'table.column'.
    const [column = '', columnTable = table] = key.split('.').reverse();
    if (columnTable !== table) return [];
    const value = toReadableText(column, row[column]);
    return value && value !== 'du' ? [`<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`] : [];
  });
  if (facts.length === 0) return '';
  const document = table === 'document' ? { id: Number(row['id']), name: String(row['name']) } : null;
  const link = document
    ? `<p><a href="${pathInArchive(document).split('/').map(encodeURIComponent).join('/')}">Dokument öffnen</a></p>`
    : '';
  return `<article><dl>${facts.join('')}</dl>${link}</article>\n`;
}

/** The beginning of the page, up to the explanation of the data. */
function pageStart({ providerConfig, coachingEmail }: App['settings']): string {
  const { retention, provider, links } = providerConfig;
  const months = (count: number | null) => (count === null ? 'bis zur Löschung deines Kontos' : `${count} Monate`);
  const privacy = links['privacy'];
  return `<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Meine Daten bei ${escapeHtml(provider)}</title>
<style>
body { margin: 0; padding: 24px; font: 16px/1.5 sans-serif; overflow-wrap: anywhere }
main { max-width: 70ch; margin: auto }
article { border-top: 1px solid #888; padding: 12px 0 }
dl { display: grid; grid-template-columns: minmax(8em, 1fr) 2fr; gap: 4px 16px; margin: 0 }
dt { font-weight: bold }
dd { margin: 0; white-space: pre-line }
</style>
</head>
<body><main>
<h1>Meine Daten bei ${escapeHtml(provider)}</h1>
<p>Das ist die Auskunft über deine Daten (Art. 15 und 20 DSGVO): alles, was das Coaching-Portal über dich gespeichert
hat. Wo andere Menschen vorkommen, nennen wir nur Coaches beim Namen.</p>
<p>Dieselben Angaben stehen vollständig in der Datei meine-daten.json, in einer Form für Programme: „words“ sagt, was
eine Tabelle enthält, „rows“ sind die Einträge. Im Ordner unterlagen liegen deine Dokumente und die, die Coaches für
dich hochgeladen haben. Nicht dabei sind Passwörter und Schlüssel: Davon kennt das Portal nur Prüfwerte.</p>
<p><strong>Wozu:</strong> Buchung und Durchführung kostenfreier Bewerbungscoachings. <strong>Wer es sieht:</strong> du,
Coaches, mit denen du einen Termin hattest, und das Team des Anbieters. <strong>Wie lange:</strong> Konten ohne Nutzung
${months(retention.participantMonths)}, Unterlagen ohne Nutzung ${months(retention.documentMonths)}, Gründe von Stornierungen
${months(retention.cancelReasonMonths)}, Nachrichten zu Buchungen ${months(retention.bookingNoteMonths)}, Texte von Bewertungen ${months(retention.ratingTextMonths)}, das Protokoll (nur Nummern)
${months(retention.auditMonths)}, Sicherungen ${retention.backupDays} Tage.</p>
<p>Du kannst Berichtigung und Löschung verlangen: ${escapeHtml(coachingEmail)}${privacy ? `. Datenschutz: ${escapeHtml(privacy)}` : ''}</p>
`;
}

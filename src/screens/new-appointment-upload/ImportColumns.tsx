import { addDays, dateOf } from '../../shared/berlin.ts';
import { toCsvFile } from '../../web/ui/table-files/csvFile.ts';
import { FileColumns } from '../../web/ui/table-files/FileColumns.tsx';
import { calendarColumns, createExampleCalendar, type CalendarColumn } from '../../features/appointments/rules.ts';

const explanations: Record<CalendarColumn, string> = {
  'Coach-E-Mail': 'E-Mail-Adresse eines aktiven Coaches',
  Typ: 'Einzelcoaching oder Speedcoaching',
  Datum: '30.11.2026 oder 2026-11-30',
  Von: 'Beginn, zum Beispiel 9:00',
  Bis: 'Ende, zum Beispiel 9:45',
};

const columns = calendarColumns.map((name) => ({ name, explanation: explanations[name] }));

/** Explains the columns of a file to import, and offers an example file to download. */
export function ImportColumns() {
  return (
    <FileColumns
      introduction={
        'Die erste Zeile nennt die Spalten, jede weitere Zeile ist ein Termin. Die Reihenfolge der Spalten ist frei, ' +
        'weitere Spalten stören nicht. Bis zu 20.000 Zeilen und 5 MB sind möglich.'
      }
      columns={columns}
      samples={[{ label: 'Beispieldatei herunterladen', fileName: 'termine-beispiel.csv', create: createExample }]}
    />
  );
}

/** Returns an example file with dates in the future, so that the admin only has to replace the coach. */
function createExample(): Blob {
  const year = Number(addDays(dateOf(new Date()), 365).slice(0, 4));
  return toCsvFile(createExampleCalendar(year));
}

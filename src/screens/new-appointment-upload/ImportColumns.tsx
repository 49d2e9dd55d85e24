import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { addDays, dateOf } from '../../shared/berlin.ts';
import { saveBlob } from '../../web/calls/api.ts';
import { calendarColumns, createExampleCalendar, type CalendarColumn } from '../../features/appointments/rules.ts';

const explanations: Record<CalendarColumn, string> = {
  'Coach-E-Mail': 'E-Mail-Adresse eines aktiven Coaches',
  Typ: 'Einzelcoaching oder Speedcoaching',
  Datum: '30.11.2026 oder 2026-11-30',
  Von: 'Beginn, zum Beispiel 9:00',
  Bis: 'Ende, zum Beispiel 9:45',
};

/** Explains the columns of a file to import, and offers an example file to download. */
export function ImportColumns() {
  return (
    <Box component="section" aria-labelledby="spalten">
      <Typography variant="h2" id="spalten" sx={{ mb: 2 }}>
        So ist die Datei aufgebaut
      </Typography>
      <Typography sx={{ color: 'text.secondary', mb: 4, maxWidth: '70ch' }}>
        Die erste Zeile nennt die Spalten, jede weitere Zeile ist ein Termin. Die Reihenfolge der Spalten ist frei,
        weitere Spalten stören nicht. Bis zu 20.000 Zeilen und 5 MB sind möglich.
      </Typography>
      <Box component="dl" sx={{ m: 0, mb: 4, display: 'grid', gap: 2 }}>
        {calendarColumns.map((column) => (
          <Box key={column} sx={{ display: 'grid', gridTemplateColumns: 'minmax(112px, 1fr) 2fr', gap: 3 }}>
            <Typography component="dt" sx={{ fontWeight: 600 }}>
              {column}
            </Typography>
            <Typography component="dd" sx={{ m: 0 }}>
              {explanations[column]}
            </Typography>
          </Box>
        ))}
      </Box>
      <Button variant="outlined" startIcon={<DownloadIcon />} onClick={saveExample}>
        Beispieldatei herunterladen
      </Button>
    </Box>
  );
}

/** Saves an example file with dates in the future, so that the admin only has to replace the coach. */
function saveExample() {
  const year = Number(addDays(dateOf(new Date()), 365).slice(0, 4));
  saveBlob(new Blob([createExampleCalendar(year)], { type: 'text/csv;charset=utf-8' }), 'termine-beispiel.csv');
}

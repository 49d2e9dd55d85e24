import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { formatCount } from '../../../shared/german.ts';
import { formatFailedRowsAsCsv, toFailedRowsTable, type FailedRow } from '../../../shared/table-file.ts';
import { saveBlob } from '../../calls/api.ts';
import { FilterChips } from '../fields/FilterChips.tsx';
import { toCsvFile } from './csvFile.ts';

interface Props<Row> {
  rows: readonly Row[];
  /** The columns of the file that is saved, without the two for the row's number and the reason. */
  columns: readonly string[];
  /** Returns a row as it is saved. */
  toFailedRow: (row: Row) => FailedRow;
  title: string;
  /** The name of the file that was sent. */
  fileName: string;
  /** Shows the table of the chosen rows; `key` changes with the choice. */
  renderTable: (rows: readonly Row[], key: string) => ReactNode;
}

/**
 * The rows of a file that failed, with a filter by reason and a button that saves them to be corrected and sent again.
 * The saved file has the format of the one that was sent.
 */
export function FailedRows<Row extends { message: string }>(props: Props<Row>) {
  const { rows, columns, toFailedRow, title, fileName, renderTable } = props;
  const [reason, setReason] = useState('');
  const countByReason = new Map<string, number>();
  for (const { message } of rows) countByReason.set(message, (countByReason.get(message) ?? 0) + 1);
  const shownRows = reason ? rows.filter((row) => row.message === reason) : rows;
  return (
    <Box component="section" aria-labelledby="fehlgeschlagen">
      <Typography variant="h2" id="fehlgeschlagen" sx={{ mt: 8, mb: 4 }}>
        {title}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 4, alignItems: 'center', mb: 4 }}>
        {countByReason.size > 1 && (
          <TextField
            select
            label="Meldung"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
            sx={{ width: '100%', maxWidth: 560 }}
          >
            <MenuItem value="">Alle ({rows.length.toLocaleString('de-DE')})</MenuItem>
            {[...countByReason].map(([message, count]) => (
              <MenuItem key={message} value={message} sx={{ whiteSpace: 'normal' }}>
                {message} ({count.toLocaleString('de-DE')})
              </MenuItem>
            ))}
          </TextField>
        )}
        <Button
          variant="outlined"
          startIcon={<DownloadIcon />}
          onClick={() => void saveFailedRows(columns, shownRows.map(toFailedRow), fileName)}
        >
          {formatCount(shownRows.length, 'Zeile', 'Zeilen')} als {isExcelFile(fileName) ? 'Excel' : 'CSV'} herunterladen
        </Button>
      </Box>
      {reason && (
        <Box sx={{ mb: 2 }}>
          <FilterChips
            chips={[{ label: `Meldung: ${reason}`, clear: () => setReason('') }]}
            onReset={() => setReason('')}
          />
        </Box>
      )}
      <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary' }}>
        Die Nummern der Zeilen sind die, die Excel zeigt.
      </Typography>
      {renderTable(shownRows, reason)}
    </Box>
  );
}

const isExcelFile = (fileName: string) => /\.xlsx$/i.test(fileName);

/** Saves the rows in the format of the file that was sent, CSV or Excel; the code for Excel is loaded on demand. */
async function saveFailedRows(columns: readonly string[], rows: readonly FailedRow[], fileName: string) {
  const baseName = fileName.replace(/(\.csv|\.xlsx)?$/i, '-fehler');
  if (!isExcelFile(fileName)) return saveBlob(toCsvFile(formatFailedRowsAsCsv(columns, rows)), `${baseName}.csv`);
  const { createTextSheets } = await import('./textSheets.ts');
  const sheet = { name: 'Fehler', rows: toFailedRowsTable(columns, rows) };
  saveBlob(await createTextSheets([sheet]), `${baseName}.xlsx`);
}

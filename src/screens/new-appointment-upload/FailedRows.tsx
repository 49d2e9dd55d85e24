import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { formatCount } from '../../shared/german.ts';
import { saveBlob } from '../../web/calls/api.ts';
import { FilterChips } from '../../web/ui/fields/FilterChips.tsx';
import type { ImportedRow } from '../../features/appointments/import-files/contract.ts';
import { formatFailedRowsAsCsv } from '../../features/appointments/rules.ts';
import { RowTable } from './RowTable.tsx';

interface Props {
  rows: readonly ImportedRow[];
  /** The number of the header's row in the file, as Excel shows it. */
  headerRow: number;
  title: string;
  fileName: string;
}

/**
 * The rows of a file that were not imported, with a filter by reason and a button that saves them to be corrected. The
 * file has the format of the one that was imported.
 */
export function FailedRows({ rows, headerRow, title, fileName }: Props) {
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
          onClick={() => void saveFailedRows(shownRows, headerRow, fileName)}
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
      <RowTable key={reason} rows={shownRows} label={title} failedAfter={headerRow} />
    </Box>
  );
}

const isExcelFile = (fileName: string) => /\.xlsx$/i.test(fileName);

/** Saves the rows in the format of the imported file, CSV or Excel; the code that writes Excel is loaded on demand. */
async function saveFailedRows(rows: readonly ImportedRow[], headerRow: number, fileName: string) {
  const baseName = fileName.replace(/(\.csv|\.xlsx)?$/i, '-fehler');
  if (!isExcelFile(fileName)) return saveBlob(toCsvFile(formatFailedRowsAsCsv(rows, headerRow)), `${baseName}.csv`);
  const { createFailedRowsSheet } = await import('./failedSheet.ts');
  saveBlob(await createFailedRowsSheet(rows, headerRow), `${baseName}.xlsx`);
}

const toCsvFile = (text: string) => new Blob([text], { type: 'text/csv;charset=utf-8' });

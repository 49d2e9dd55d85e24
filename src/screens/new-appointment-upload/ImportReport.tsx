import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import ExpandIcon from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import type { OutputOf } from '../../shared/call.ts';
import { formatCount } from '../../shared/german.ts';
import { saveBlob } from '../../web/calls/api.ts';
import { FilterChips } from '../../web/ui/fields/FilterChips.tsx';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import type { importAppointments, ImportedRow } from '../../features/appointments/contract.ts';
import { formatFailedRowsAsCsv } from '../../features/appointments/rules.ts';
import { RowTable } from './RowTable.tsx';
import { UndoImport } from './UndoImport.tsx';

export type Report = OutputOf<typeof importAppointments>;

interface Props {
  fileName: string;
  /** Whether the import was only simulated: nothing was stored, and the report shows what would happen to each row. */
  dryRun: boolean;
  report: Report;
}

/** Shows the outcome of each row. The heading takes the focus, because the report appears below the import button. */
export default function ImportReport({ fileName, dryRun, report }: Props) {
  const { importId, headerRow, success: importedRows, errors: failedRows } = report;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const failedTitle = dryRun ? 'Zeilen, die nicht importiert werden können' : 'Fehlgeschlagene Importe';
  const importedTitle = dryRun ? 'Termine, die importiert werden können' : 'Importierte Termine';
  return (
    <Box component="section" aria-labelledby="ergebnis">
      <Typography variant="h2" id="ergebnis" ref={heading} tabIndex={-1} sx={{ mb: 4, overflowWrap: 'anywhere' }}>
        {dryRun ? 'Ergebnis der Prüfung' : 'Ergebnis'}: {fileName}
      </Typography>
      <Summary importedCount={importedRows.length} failedCount={failedRows.length} dryRun={dryRun} />
      {importId !== null && <UndoImport importId={importId} />}
      {failedRows.length > 0 && (
        <FailedRows rows={failedRows} headerRow={headerRow} title={failedTitle} fileName={fileName} />
      )}
      {importedRows.length > 0 && (
        <Accordion slotProps={{ transition: { unmountOnExit: true } }} sx={{ mt: 8 }}>
          <AccordionSummary expandIcon={<ExpandIcon />} sx={{ px: { xs: 4, sm: 6 } }}>
            <Typography component="span" variant="h3">
              {importedTitle} ({importedRows.length.toLocaleString('de-DE')})
            </Typography>
          </AccordionSummary>
          <AccordionDetails sx={{ px: { xs: 4, sm: 6 }, pb: 6 }}>
            <RowTable rows={importedRows} label={importedTitle} />
          </AccordionDetails>
        </Accordion>
      )}
    </Box>
  );
}

interface SummaryProps {
  importedCount: number;
  failedCount: number;
  dryRun: boolean;
}

function Summary({ importedCount, failedCount, dryRun }: SummaryProps) {
  if (importedCount + failedCount === 0)
    return <Notice kind="warning">Die Datei enthält keine Zeilen mit Terminen.</Notice>;
  const sentence = dryRun
    ? `${formatCount(importedCount, 'Termin kann', 'Termine können')} importiert werden`
    : `${formatCount(importedCount, 'Termin wurde', 'Termine wurden')} importiert`;
  const failedText = failedCount > 0 ? `, ${formatCount(failedCount, 'Zeile', 'Zeilen')} nicht` : '';
  return (
    <Notice kind={failedCount > 0 ? 'warning' : dryRun ? 'info' : 'success'}>
      {sentence}
      {failedText}.{dryRun && ' Gespeichert wurde noch nichts.'}
      {failedCount > 0 && ' Diese Zeilen können heruntergeladen, berichtigt und dann noch einmal importiert werden.'}
    </Notice>
  );
}

interface FailedRowsProps {
  rows: readonly ImportedRow[];
  headerRow: number;
  title: string;
  fileName: string;
}

function FailedRows({ rows, headerRow, title, fileName }: FailedRowsProps) {
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
          onClick={() => void saveFailedRows(shownRows, fileName)}
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
async function saveFailedRows(rows: readonly ImportedRow[], fileName: string) {
  const baseName = fileName.replace(/(\.csv|\.xlsx)?$/i, '-fehler');
  if (!isExcelFile(fileName)) return saveBlob(toCsvFile(rows), `${baseName}.csv`);
  const { createFailedRowsSheet } = await import('./failedSheet.ts');
  saveBlob(await createFailedRowsSheet(rows), `${baseName}.xlsx`);
}

const toCsvFile = (rows: readonly ImportedRow[]) =>
  new Blob([formatFailedRowsAsCsv(rows)], { type: 'text/csv;charset=utf-8' });

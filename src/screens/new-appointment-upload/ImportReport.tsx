import ExpandIcon from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import type { OutputOf } from '../../shared/call.ts';
import type { importAppointments } from '../../features/appointments/import-files/contract.ts';
import { FailedRows } from './FailedRows.tsx';
import { ImportSummary } from './ImportSummary.tsx';
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
      <ImportSummary
        importedCount={importedRows.length}
        failedCount={failedRows.length}
        dryRun={dryRun}
        failedRowsShown={failedRows.length > 0}
      />
      {importId !== null && <UndoImport importId={importId} canBeUndone undoneAt={null} />}
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

import ExpandIcon from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import type { OutputOf } from '../../shared/call.ts';
import { count } from '../../shared/german.ts';
import { Notice } from '../../web/ui/Notice.tsx';
import type { importAppointments, ImportedRow } from '../contract.ts';
import { RowTable } from './RowTable.tsx';

export type Report = OutputOf<typeof importAppointments>;

/** What became of each row; takes the focus, since it appears below what was just pressed. */
export default function ImportReport({ name, report: { success, errors } }: { name: string; report: Report }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Box component="section" aria-labelledby="ergebnis">
      <Typography variant="h2" id="ergebnis" ref={heading} tabIndex={-1} sx={{ mb: 4, overflowWrap: 'anywhere' }}>
        Ergebnis: {name}
      </Typography>
      <Summary imported={success.length} failed={errors.length} />
      {errors.length > 0 && <FailedRows rows={errors} />}
      {success.length > 0 && (
        <Accordion slotProps={{ transition: { unmountOnExit: true } }} sx={{ mt: 8 }}>
          <AccordionSummary expandIcon={<ExpandIcon />} sx={{ px: { xs: 4, sm: 6 } }}>
            <Typography component="span" variant="h3">
              Importierte Termine ({success.length.toLocaleString('de-DE')})
            </Typography>
          </AccordionSummary>
          <AccordionDetails sx={{ px: { xs: 4, sm: 6 }, pb: 6 }}>
            <RowTable rows={success} label="Importierte Termine" />
          </AccordionDetails>
        </Accordion>
      )}
    </Box>
  );
}

function Summary({ imported, failed }: { imported: number; failed: number }) {
  if (imported + failed === 0) return <Notice kind="warning">Die Datei enthält keine Zeilen mit Terminen.</Notice>;
  const sentence = `${count(imported, 'Termin wurde', 'Termine wurden')} importiert`;
  if (failed === 0) return <Notice kind="success">{sentence}.</Notice>;
  return (
    <Notice kind="warning">
      {sentence}, {count(failed, 'Zeile', 'Zeilen')} nicht. Diese Zeilen können in der Datei berichtigt und dann noch
      einmal importiert werden.
    </Notice>
  );
}

function FailedRows({ rows }: { rows: readonly ImportedRow[] }) {
  const [reason, setReason] = useState('');
  const reasons = new Map<string, number>();
  for (const { message } of rows) reasons.set(message, (reasons.get(message) ?? 0) + 1);
  const shown = reason ? rows.filter((row) => row.message === reason) : rows;
  return (
    <Box component="section" aria-labelledby="fehlgeschlagen">
      <Typography variant="h2" id="fehlgeschlagen" sx={{ mt: 8, mb: 4 }}>
        Fehlgeschlagene Importe
      </Typography>
      {reasons.size > 1 && (
        <TextField
          select
          label="Meldung"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          sx={{ mb: 4, width: '100%', maxWidth: 560 }}
        >
          <MenuItem value="">Alle ({rows.length.toLocaleString('de-DE')})</MenuItem>
          {[...reasons].map(([message, times]) => (
            <MenuItem key={message} value={message} sx={{ whiteSpace: 'normal' }}>
              {message} ({times.toLocaleString('de-DE')})
            </MenuItem>
          ))}
        </TextField>
      )}
      <RowTable key={reason} rows={shown} label="Fehlgeschlagene Importe" failed />
    </Box>
  );
}

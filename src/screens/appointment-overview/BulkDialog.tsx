import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useId, useRef, useState } from 'react';
import { germanSlot } from '../../shared/berlin.ts';
import { statuses } from '../../shared/coaching.ts';
import { count } from '../../shared/german.ts';
import { isAhead, useNow } from '../../web/clock.ts';
import { toast } from '../../web/toasts/toast.ts';
import { ReasonField } from '../appointment-actions/ReasonField.tsx';
import { bookAgain, toastWithUndo } from '../appointment-actions/undo.ts';
import type { OverviewRow } from '../../features/appointments/contract.ts';
import { runBulkAction, splitRows, type BulkAction, type SkippedRow } from './bulkActions.ts';

interface Props {
  /** The chosen rows. */
  rows: readonly OverviewRow[];
  action: BulkAction;
  asAdmin: boolean;
  /** Called at the end with the rows that failed and can be tried again. */
  onDone: (failed: readonly OverviewRow[]) => void;
  /** The dialog has disappeared, after its transition. */
  onClosed: () => void;
}

/**
 * Deletes or cancels the chosen appointments (reference 4.23): shows which rows it applies to, the progress and the
 * failures.
 */
export default function BulkDialog({ rows, action, asAdmin, onDone, onClosed }: Props) {
  const [open, setOpen] = useState(true);
  const [reason, setReason] = useState('');
  const [finished, setFinished] = useState<number | null>(null);
  const [failed, setFailed] = useState<SkippedRow[] | null>(null);
  const stopped = useRef(false);
  const id = useId();
  const now = useNow();
  // The list changes while this runs.
  const [{ possible, skipped }] = useState(() => splitRows(rows, action));
  const { title, will, done } = words[action];
  const busy = finished !== null && failed === null;
  const run = async (release: boolean) => {
    if (busy) return;
    const isStopped = () => stopped.current;
    const outcome = await runBulkAction(possible, action, {
      asAdmin,
      reason,
      release,
      onProgress: setFinished,
      stopped: isStopped,
    });
    if (outcome === null) return setOpen(false);
    onDone(outcome.map(({ row }) => row));
    setFailed(outcome);
    if (outcome.length > 0) return;
    const message = `${count(possible.length, 'Termin', 'Termine')} ${done}!`;
    if (action === 'delete') toast.success(message, 'bulk');
    else
      toastWithUndo(message, 'bulk', async () => {
        for (const row of possible) await bookAgain(row.id, statuses.cancelled);
      });
    setOpen(false);
  };
  return (
    <Dialog
      open={open}
      onClose={() => !busy && setOpen(false)}
      fullWidth
      maxWidth="sm"
      aria-labelledby={`${id}-title`}
      slotProps={{ transition: { onExited: onClosed } }}
    >
      <DialogTitle id={`${id}-title`}>{title(possible.length)}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 4 }}>
        {finished === null && (
          <>
            <Rows label={will} rows={possible.map((row) => ({ row, reason: '' }))} asAdmin={asAdmin} />
            <Rows label="Bleiben, wie sie sind" rows={skipped} asAdmin={asAdmin} />
            {action === 'cancel' && <ReasonField value={reason} onChange={setReason} />}
          </>
        )}
        {busy && (
          <Box>
            <LinearProgress
              variant="determinate"
              aria-label="Fortschritt"
              value={(100 * finished) / possible.length}
              sx={{ mb: 2 }}
            />
            {finished} von {possible.length} {done}
          </Box>
        )}
        {failed !== null && failed.length > 0 && (
          <>
            <Typography role="alert">
              {possible.length - failed.length} von {possible.length} {done}.
            </Typography>
            <Rows label={`Nicht ${done}`} rows={failed} asAdmin={asAdmin} />
          </>
        )}
      </DialogContent>
      <DialogActions>
        {busy ? (
          <Button onClick={() => (stopped.current = true)}>Anhalten</Button>
        ) : (
          <Button onClick={() => setOpen(false)}>{failed === null ? 'Abbrechen' : 'Schließen'}</Button>
        )}
        {finished === null && action === 'delete' && (
          <Button variant="contained" color="error" onClick={() => void run(true)}>
            {count(possible.length, 'Termin', 'Termine')} löschen
          </Button>
        )}
        {finished === null && action === 'cancel' && (
          <>
            {possible.some((row) => isAhead(row, now)) && (
              <Button variant="outlined" color="error" onClick={() => void run(false)}>
                Stornieren, Zeit bleibt zu
              </Button>
            )}
            <Button variant="contained" color="error" onClick={() => void run(true)}>
              Stornieren und Zeit freigeben
            </Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}

interface RowsProps {
  label: string;
  rows: readonly SkippedRow[];
  asAdmin: boolean;
}

function Rows({ label, rows, asAdmin }: RowsProps) {
  const id = useId();
  if (rows.length === 0) return null;
  return (
    <div>
      <Typography id={id} sx={{ fontWeight: 700, mb: 1 }}>
        {label} ({rows.length})
      </Typography>
      {/* Focusable, so that keyboard users can scroll it. */}
      <Box component="ul" aria-labelledby={id} tabIndex={0} sx={scrolled}>
        {rows.map(({ row, reason }) => (
          <li key={row.id}>
            {[germanSlot(row), asAdmin && row.coachFullName, row.participantFullName].filter(Boolean).join(', ')}
            {reason && <Box sx={{ color: 'text.secondary' }}>{reason}</Box>}
          </li>
        ))}
      </Box>
    </div>
  );
}

const words: Record<BulkAction, { title: (n: number) => string; will: string; done: string }> = {
  delete: {
    title: (n) => `${count(n, 'freien Termin', 'freie Termine')} löschen?`,
    will: 'Werden gelöscht',
    done: 'gelöscht',
  },
  cancel: {
    title: (n) => `${count(n, 'gebuchten Termin', 'gebuchte Termine')} stornieren?`,
    will: 'Werden storniert, mit einer E-Mail an beide',
    done: 'storniert',
  },
};

const scrolled = {
  m: 0,
  pl: 5,
  maxHeight: 180,
  overflowY: 'auto',
  fontSize: 'body2.fontSize',
  overflowWrap: 'anywhere',
} as const;

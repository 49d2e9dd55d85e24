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
import { ReasonField } from '../../features/booking/ui/ReasonField.tsx';
import { bookAgain, toastWithUndo } from '../../features/booking/ui/undo.ts';
import type { OverviewRow } from '../../features/appointments/contract.ts';
import { runMany, splitRows, type ManyDeed, type Refused } from './many.ts';

interface Props {
  /** The chosen rows. */
  rows: readonly OverviewRow[];
  deed: ManyDeed;
  asAdmin: boolean;
  /** Called at the end with what is still there and could be tried again. */
  onDone: (failed: readonly OverviewRow[]) => void;
  /** The dialog has disappeared, after its transition. */
  onClosed: () => void;
}

/**
 * Deletes or cancels many appointments (reference 4.23): what will happen and what will not, the progress, and what
 * failed.
 */
export default function ManyDialog({ rows, deed, asAdmin, onDone, onClosed }: Props) {
  const [open, setOpen] = useState(true);
  const [reason, setReason] = useState('');
  const [through, setThrough] = useState<number | null>(null);
  const [failed, setFailed] = useState<Refused[] | null>(null);
  const stopped = useRef(false);
  const id = useId();
  const now = useNow();
  // The list shows others while this runs.
  const [{ doable, refused }] = useState(() => splitRows(rows, deed));
  const { title, will, done } = words[deed];
  const busy = through !== null && failed === null;
  const run = async (release: boolean) => {
    if (busy) return;
    const isStopped = () => stopped.current;
    const outcome = await runMany(doable, deed, {
      asAdmin,
      reason,
      release,
      onProgress: setThrough,
      stopped: isStopped,
    });
    if (outcome === null) return setOpen(false);
    onDone(outcome.map(({ row }) => row));
    setFailed(outcome);
    if (outcome.length > 0) return;
    const message = `${count(doable.length, 'Termin', 'Termine')} ${done}!`;
    if (deed === 'delete') toast.success(message, 'many');
    else
      toastWithUndo(message, 'many', async () => {
        for (const row of doable) await bookAgain(row.id, statuses.cancelled);
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
      <DialogTitle id={`${id}-title`}>{title(doable.length)}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 4 }}>
        {through === null && (
          <>
            <Rows label={will} rows={doable.map((row) => ({ row, reason: '' }))} asAdmin={asAdmin} />
            <Rows label="Bleiben, wie sie sind" rows={refused} asAdmin={asAdmin} />
            {deed === 'cancel' && <ReasonField value={reason} onChange={setReason} />}
          </>
        )}
        {busy && (
          <Box>
            <LinearProgress
              variant="determinate"
              aria-label="Fortschritt"
              value={(100 * through) / doable.length}
              sx={{ mb: 2 }}
            />
            {through} von {doable.length} {done}
          </Box>
        )}
        {failed !== null && failed.length > 0 && (
          <>
            <Typography role="alert">
              {doable.length - failed.length} von {doable.length} {done}.
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
        {through === null && deed === 'delete' && (
          <Button variant="contained" color="error" onClick={() => void run(true)}>
            {count(doable.length, 'Termin', 'Termine')} löschen
          </Button>
        )}
        {through === null && deed === 'cancel' && (
          <>
            {doable.some((row) => isAhead(row, now)) && (
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
  rows: readonly Refused[];
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
      {/* A stop of the Tab key, since it may have to be scrolled. */}
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

const words: Record<ManyDeed, { title: (n: number) => string; will: string; done: string }> = {
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

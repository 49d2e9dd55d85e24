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
import { formatCount } from '../../shared/german.ts';
import { useBackCloses } from '../../web/address/useBackCloses.ts';
import { startsInFuture, useNow } from '../../web/clock.ts';
import { toast } from '../../web/toasts/toast.ts';
import { ReasonField } from '../appointment-actions/ReasonField.tsx';
import { bookAgain, toastWithUndo } from '../appointment-actions/undo.ts';
import type { OverviewRow } from '../../features/appointments/contract.ts';
import { runBulkAction, splitRows, type BulkAction, type RowWithReason } from './bulkActions.ts';

interface Props {
  /** The selected rows. */
  rows: readonly OverviewRow[];
  action: BulkAction;
  asAdmin: boolean;
  /** Called when the action has finished, with the rows that failed, so that they stay selected for another attempt. */
  onDone: (failedRows: readonly OverviewRow[]) => void;
  /** Called when the dialog has disappeared, after its transition. */
  onClosed: () => void;
}

/**
 * The dialog that deletes or cancels the selected appointments (reference 4.23). It first lists the appointments that
 * the action applies to and those that stay unchanged. Then it shows the progress and the failures.
 */
export default function BulkDialog({ rows, action, asAdmin, onDone, onClosed }: Props) {
  const [open, setOpen] = useState(true);
  const [reason, setReason] = useState('');
  const [finishedCount, setFinishedCount] = useState<number | null>(null);
  const [failures, setFailures] = useState<RowWithReason[] | null>(null);
  const stopRequested = useRef(false);
  const id = useId();
  const now = useNow();
  // Computed once, since the selected rows change while the action is running.
  const [{ applicableRows, skippedRows }] = useState(() => splitRows(rows, action));
  const { title, heading, participle } = texts[action];
  const busy = finishedCount !== null && failures === null;
  useBackCloses(open, () => !busy && setOpen(false));
  const run = async ({ release }: { release: boolean }) => {
    if (busy) return;
    const isStopped = () => stopRequested.current;
    const newFailures = await runBulkAction(applicableRows, action, {
      asAdmin,
      reason,
      release,
      onProgress: setFinishedCount,
      isStopped,
    });
    if (newFailures === null) return setOpen(false);
    onDone(newFailures.map(({ row }) => row));
    setFailures(newFailures);
    if (newFailures.length > 0) return;
    const message = `${formatCount(applicableRows.length, 'Termin', 'Termine')} ${participle}!`;
    const ids = applicableRows.map((row) => row.id);
    if (action === 'delete') toast.success(message, 'bulk', undefined, ids);
    else
      toastWithUndo(
        message,
        'bulk',
        async () => {
          for (const appointmentId of ids) await bookAgain(appointmentId, statuses.cancelled);
        },
        ids,
      );
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
      <DialogTitle id={`${id}-title`}>{title(applicableRows.length)}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 4 }}>
        {finishedCount === null && (
          <>
            <RowList label={heading} rows={applicableRows.map((row) => ({ row, reason: '' }))} asAdmin={asAdmin} />
            <RowList label="Bleiben, wie sie sind" rows={skippedRows} asAdmin={asAdmin} />
            {action === 'cancel' && <ReasonField value={reason} onChange={setReason} />}
          </>
        )}
        {busy && (
          <Box>
            <LinearProgress
              variant="determinate"
              aria-label="Fortschritt"
              value={(100 * finishedCount) / applicableRows.length}
              sx={{ mb: 2 }}
            />
            {finishedCount} von {applicableRows.length} {participle}
          </Box>
        )}
        {failures !== null && failures.length > 0 && (
          <>
            <Typography role="alert">
              {applicableRows.length - failures.length} von {applicableRows.length} {participle}.
            </Typography>
            <RowList label={`Nicht ${participle}`} rows={failures} asAdmin={asAdmin} />
          </>
        )}
      </DialogContent>
      <DialogActions>
        {busy ? (
          <Button onClick={() => (stopRequested.current = true)}>Anhalten</Button>
        ) : (
          <Button onClick={() => setOpen(false)}>{failures === null ? 'Abbrechen' : 'Schließen'}</Button>
        )}
        {finishedCount === null && action === 'delete' && (
          <Button variant="contained" color="error" onClick={() => void run({ release: true })}>
            {formatCount(applicableRows.length, 'Termin', 'Termine')} löschen
          </Button>
        )}
        {finishedCount === null && action === 'cancel' && (
          <>
            {applicableRows.some((row) => startsInFuture(row, now)) && (
              <Button variant="outlined" color="error" onClick={() => void run({ release: false })}>
                Stornieren, Zeit bleibt zu
              </Button>
            )}
            <Button variant="contained" color="error" onClick={() => void run({ release: true })}>
              Stornieren und Zeit freigeben
            </Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}

interface RowListProps {
  label: string;
  rows: readonly RowWithReason[];
  asAdmin: boolean;
}

function RowList({ label, rows, asAdmin }: RowListProps) {
  const id = useId();
  if (rows.length === 0) return null;
  return (
    <div>
      <Typography id={id} sx={{ fontWeight: 700, mb: 1 }}>
        {label} ({rows.length})
      </Typography>
      {/* Focusable, so that keyboard users can scroll it. */}
      <Box component="ul" aria-labelledby={id} tabIndex={0} sx={scrollableList}>
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

const texts: Record<BulkAction, { title: (n: number) => string; heading: string; participle: string }> = {
  delete: {
    title: (n) => `${formatCount(n, 'freien Termin', 'freie Termine')} löschen?`,
    heading: 'Werden gelöscht',
    participle: 'gelöscht',
  },
  cancel: {
    title: (n) => `${formatCount(n, 'gebuchten Termin', 'gebuchte Termine')} stornieren?`,
    heading: 'Werden storniert, mit einer E-Mail an beide',
    participle: 'storniert',
  },
};

const scrollableList = {
  m: 0,
  pl: 5,
  maxHeight: 180,
  overflowY: 'auto',
  fontSize: 'body2.fontSize',
  overflowWrap: 'anywhere',
} as const;

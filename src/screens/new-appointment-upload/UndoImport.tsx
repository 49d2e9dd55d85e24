import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { germanMoment } from '../../shared/berlin.ts';
import { formatCount } from '../../shared/german.ts';
import { callApi } from '../../web/calls/api.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { useSubmit } from '../../web/calls/useSubmit.ts';
import { Consequence } from '../../web/ui/notices/Consequence.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import { TwoStepButton } from '../../web/ui/buttons/TwoStepButton.tsx';
import { useFocusOnResult } from '../../web/ui/buttons/useFocusOnResult.ts';
import { severalDeletionHint } from '../../features/appointments/ui/deletionHints.ts';
import { getFullOverview, getOwnOverview } from '../../features/appointments/contract.ts';
import {
  getImport,
  getImports,
  undoImport,
  type ListedImport,
} from '../../features/appointments/import-files/contract.ts';

interface Props extends Pick<ListedImport, 'canBeUndone' | 'undoneAt'> {
  importId: number;
  hasBookings?: boolean;
  /** Called when the import has been undone. */
  onUndone?: () => void;
}

/**
 * The button 'Import rückgängig machen', which takes two clicks, or why there is none. A notice of the outcome replaces
 * the button and takes the focus.
 */
export function UndoImport({ importId, canBeUndone, undoneAt, hasBookings = false, onUndone }: Props) {
  const [deletedCount, setDeletedCount] = useState<number | null>(null);
  const { resultRef, focusResult } = useFocusOnResult();
  const refetch = async () => invalidate(getFullOverview, getOwnOverview, getImports, getImport);
  const undo = async () => {
    setDeletedCount((await callApi(undoImport, { importId })).data.deleted);
    focusResult();
    onUndone?.();
    await refetch();
  };
  const { busy, failure, submit } = useSubmit(undo, refetch);
  return (
    <Box ref={resultRef} tabIndex={-1} sx={{ mt: 4, outline: 'none' }}>
      {failure !== null && <ErrorNotice error={failure} />}
      {deletedCount !== null ? (
        <Notice kind="success" announced>
          Der Import ist rückgängig gemacht: {formatCount(deletedCount, 'Termin', 'Termine')} gelöscht.
        </Notice>
      ) : undoneAt !== null ? (
        <Notice kind="info">Der Import wurde am {germanMoment(new Date(undoneAt))} rückgängig gemacht.</Notice>
      ) : canBeUndone ? (
        <TwoStepButton
          disabled={busy}
          onConfirm={() => void submit()}
          whenArmed={
            <Consequence>{`Gelöscht werden alle Termine, die dieser Import angelegt hat. ${severalDeletionHint}`}</Consequence>
          }
        >
          Import rückgängig machen
        </TwoStepButton>
      ) : (
        hasBookings && (
          <Typography sx={{ color: 'text.secondary' }}>
            Der Import lässt sich nicht rückgängig machen: Termine daraus sind schon gebucht.
          </Typography>
        )
      )}
    </Box>
  );
}

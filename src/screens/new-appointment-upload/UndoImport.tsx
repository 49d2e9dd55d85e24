import Box from '@mui/material/Box';
import { useState } from 'react';
import { formatCount } from '../../shared/german.ts';
import { callApi, isSessionEndedError } from '../../web/calls/api.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import { TwoStepButton } from '../../web/ui/buttons/TwoStepButton.tsx';
import { getFullOverview, getOwnOverview, undoImport } from '../../features/appointments/contract.ts';

/** The button 'Import rückgängig machen', which takes two clicks. A notice of the outcome replaces the button. */
export function UndoImport({ importId }: { importId: number }) {
  const [busy, setBusy] = useState(false);
  const [deletedCount, setDeletedCount] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const undo = async () => {
    setBusy(true);
    setError(null);
    try {
      setDeletedCount((await callApi(undoImport, { importId })).data.deleted);
      await invalidate(getFullOverview, getOwnOverview);
    } catch (problem) {
      if (!isSessionEndedError(problem)) setError(problem);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Box sx={{ mt: 4 }}>
      {error !== null && <ErrorNotice error={error} />}
      {deletedCount === null ? (
        <TwoStepButton disabled={busy} onConfirm={() => void undo()}>
          Import rückgängig machen
        </TwoStepButton>
      ) : (
        <Notice kind="success" announced>
          Der Import ist rückgängig gemacht: {formatCount(deletedCount, 'Termin', 'Termine')} gelöscht.
        </Notice>
      )}
    </Box>
  );
}

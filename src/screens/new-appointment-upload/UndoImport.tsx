import Box from '@mui/material/Box';
import { useState } from 'react';
import { formatCount } from '../../shared/german.ts';
import { callApi, sessionEnded } from '../../web/calls/api.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import { TwoStepButton } from '../../web/ui/buttons/TwoStepButton.tsx';
import { fullOverview, ownOverview, undoImport } from '../../features/appointments/contract.ts';

/** The button 'Import rückgängig machen', which takes two clicks. The number of deleted appointments replaces it. */
export function UndoImport({ importId }: { importId: number }) {
  const [busy, setBusy] = useState(false);
  const [deleted, setDeleted] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const undo = async () => {
    setBusy(true);
    setError(null);
    try {
      setDeleted((await callApi(undoImport, { importId })).data.deleted);
      await invalidate(fullOverview, ownOverview);
    } catch (problem) {
      if (!sessionEnded(problem)) setError(problem);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Box sx={{ mt: 4 }}>
      {error !== null && <ErrorNotice error={error} />}
      {deleted === null ? (
        <TwoStepButton disabled={busy} onConfirm={() => void undo()}>
          Import rückgängig machen
        </TwoStepButton>
      ) : (
        <Notice kind="success" announced>
          Der Import ist rückgängig gemacht: {formatCount(deleted, 'Termin', 'Termine')} gelöscht.
        </Notice>
      )}
    </Box>
  );
}

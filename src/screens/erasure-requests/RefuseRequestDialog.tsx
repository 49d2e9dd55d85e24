import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { maxLengths } from '../../shared/lengths.ts';
import { callApi } from '../../web/calls/api.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { toast } from '../../web/toasts/toast.ts';
import { CounterField } from '../../web/ui/fields/CounterField.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { FormDialog } from '../../web/ui/dialogs/FormDialog.tsx';
import { useSubmit } from '../../web/calls/useSubmit.ts';
import {
  closeErasureRequest,
  getErasureRequests,
  type OpenErasureRequest,
} from '../../features/own-data/erasure/contract.ts';

interface Props {
  request: OpenErasureRequest;
  /** Called after `onClosed` if the request has been refused. */
  onRefused: () => void;
  /** Called when the dialog has disappeared after its transition. */
  onClosed: () => void;
}

/** Refuses an erasure request with a reason, which is mailed to the person. */
export default function RefuseRequestDialog({ request, onRefused, onClosed }: Props) {
  const [open, setOpen] = useState(true);
  const [reason, setReason] = useState('');
  const [isRefused, setIsRefused] = useState(false);
  const id = useId();
  const { busy, failure, submit } = useSubmit(async () => {
    await callApi(closeErasureRequest, { participantId: request.participantId, reason });
    await invalidate(getErasureRequests);
    toast.success('Der Antrag ist beantwortet.', 'erasure');
    setIsRefused(true);
    setOpen(false);
  });
  return (
    <FormDialog
      title="Löschantrag ablehnen"
      describedBy={`${id}-who`}
      open={open}
      busy={busy}
      isChanged={reason.trim() !== ''}
      onSubmit={submit}
      onClose={() => setOpen(false)}
      onClosed={() => {
        onClosed();
        if (isRefused) onRefused();
      }}
      submitLabel="Ablehnen"
      busyText="Wird gesendet..."
      disabledReason={reason.trim() ? null : 'Ohne Begründung kann ein Antrag nicht abgelehnt werden.'}
    >
      <Box sx={{ display: 'grid', gap: 4 }}>
        <Typography id={`${id}-who`} sx={{ overflowWrap: 'anywhere' }}>
          {request.fullName} bekommt die Begründung per E-Mail und sieht sie in den Einstellungen.
        </Typography>
        {failure !== null && <ErrorNotice error={failure} />}
        <CounterField label="Begründung" value={reason} onChange={setReason} max={maxLengths.reason} />
      </Box>
    </FormDialog>
  );
}

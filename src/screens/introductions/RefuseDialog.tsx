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
import { getIntroductions, refuseIntroduction, type Proposal } from '../../features/coaches/introduction/contract.ts';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import { versionGoneMessage, isNotFoundError } from '../../features/coaches/introduction/ui/isNotFoundError.ts';

interface Props {
  proposal: Proposal;
  /** Called after `onClosed` if the proposal has been refused. */
  onRefused: () => void;
  /** Called when the dialog has disappeared after its transition. */
  onClosed: () => void;
}

/** Refuses a proposal with a reason, which is mailed to the coach. */
export default function RefuseDialog({ proposal: { introductionId, coach }, onRefused, onClosed }: Props) {
  const [open, setOpen] = useState(true);
  const [reason, setReason] = useState('');
  const [isRefused, setIsRefused] = useState(false);
  const id = useId();
  const { busy, failure, submit } = useSubmit(async () => {
    try {
      await callApi(refuseIntroduction, { introductionId, reason });
    } catch (error) {
      if (isNotFoundError(error)) void invalidate(getIntroductions);
      throw error;
    }
    await invalidate(getIntroductions);
    toast.success('Die Vorstellung ist abgelehnt.', 'introduction');
    setIsRefused(true);
    setOpen(false);
  });
  return (
    <FormDialog
      title="Vorstellung ablehnen"
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
      disabledReason={reason.trim() ? null : 'Ohne Begründung weiß der Coach nicht, was zu ändern ist.'}
    >
      <Box sx={{ display: 'grid', gap: 4 }}>
        <Typography id={`${id}-who`} sx={{ overflowWrap: 'anywhere' }}>
          {coach} bekommt die Begründung per E-Mail. Was bisher zu sehen ist, bleibt zu sehen.
        </Typography>
        {isNotFoundError(failure) && (
          <Notice kind="error" announced>
            {versionGoneMessage}
          </Notice>
        )}
        {failure !== null && !isNotFoundError(failure) && <ErrorNotice error={failure} />}
        <CounterField label="Begründung" value={reason} onChange={setReason} max={maxLengths.reason} />
      </Box>
    </FormDialog>
  );
}

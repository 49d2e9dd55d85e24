import ForwardToInboxIcon from '@mui/icons-material/ForwardToInbox';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { germanMoment } from '../../shared/berlin.ts';
import { callApi, errorMessageOf, isSessionEndedError } from '../../web/calls/api.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { toast } from '../../web/toasts/toast.ts';
import { BusyButton } from '../../web/ui/buttons/BusyButton.tsx';
import { visuallyHidden } from '../../web/ui/layout/visuallyHidden.ts';
import { getMailDelay, getMails, sendMailAgain, type ListedMail } from '../../features/mail/contract.ts';

/**
 * The button that sends a mail once more, or now if it is being tried again: an icon on narrow screens. If that is
 * refused, the reason is shown below the button.
 */
export function SendAgain({ mail }: { mail: ListedMail }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const isRetried = mail.state === 'retrying';
  const label = isRetried ? 'Jetzt senden' : 'Noch einmal senden';
  const send = async () => {
    setBusy(true);
    setProblem('');
    try {
      await callApi(sendMailAgain, { mailId: mail.id });
      await invalidate(getMails, getMailDelay);
      toast.success(isRetried ? 'Die E-Mail wird jetzt gesendet!' : 'Die E-Mail wird noch einmal gesendet!');
    } catch (error) {
      if (!isSessionEndedError(error)) setProblem(errorMessageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Box sx={{ maxWidth: { xs: 120, md: 'none' }, textAlign: 'right' }}>
      <BusyButton
        variant="outlined"
        size="small"
        busy={busy}
        title={label}
        sx={{ minWidth: { xs: 44, md: 64 } }}
        aria-description={`${mail.label}, ${mail.person}, ${germanMoment(new Date(mail.createdAt))}`}
        onClick={() => void send()}
      >
        <Box component="span" sx={({ breakpoints }) => ({ [breakpoints.down('md')]: visuallyHidden })}>
          {label}
        </Box>
        <ForwardToInboxIcon fontSize="small" sx={{ display: { xs: 'block', md: 'none' } }} />
      </BusyButton>
      {problem && (
        <Typography variant="body2" role="alert" sx={{ mt: 1, color: 'error.main' }}>
          {problem}
        </Typography>
      )}
    </Box>
  );
}

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { germanMoment } from '../../shared/berlin.ts';
import { callApi, errorMessageOf, isSessionEndedError } from '../../web/calls/api.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { toast } from '../../web/toasts/toast.ts';
import { BusyButton } from '../../web/ui/buttons/BusyButton.tsx';
import { getMailDelay, getMails, sendMailAgain, type ListedMail } from '../../features/mail/contract.ts';

interface Props {
  mail: ListedMail;
  /** Whether the button is in a row of the table, where it is hidden while details are open beside the table. */
  inRow?: boolean;
}

/**
 * The button that sends a mail once more, or now if it is being tried again. If that is refused, the reason is shown
 * below the button.
 */
export function SendAgain({ mail, inRow = false }: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const isRetried = mail.state === 'retrying';
  const label = isRetried ? 'Jetzt senden' : 'Erneut senden';
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
    // The panel beside the table has this button as well.
    <Box className={inRow ? 'beside-panel' : ''} sx={inRow ? { maxWidth: { xs: 88, sm: 'none' } } : {}}>
      <BusyButton
        variant="outlined"
        size="small"
        busy={busy}
        aria-description={`${mail.label}, ${mail.person}, ${germanMoment(new Date(mail.createdAt))}`}
        onClick={() => void send()}
      >
        {label}
      </BusyButton>
      {problem && (
        <Typography variant="body2" role="alert" sx={{ mt: 1, color: 'error.main' }}>
          {problem}
        </Typography>
      )}
    </Box>
  );
}

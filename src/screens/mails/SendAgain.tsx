import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { germanMoment } from '../../shared/berlin.ts';
import { callApi, errorMessageOf } from '../../web/calls/api.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { useSubmit } from '../../web/calls/useSubmit.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { toast } from '../../web/toasts/toast.ts';
import { BusyButton } from '../../web/ui/buttons/BusyButton.tsx';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import { getMailDelay, getMails, sendMailAgain, type ListedMail } from '../../features/mail/contract.ts';

const SecondCopyDialog = lazyComponent('SecondCopyDialog', () => import('./SecondCopyDialog.tsx'));

interface Props {
  mail: ListedMail;
  /** Whether the button is in a row of the table, where it is hidden while details are open beside the table. */
  inRow?: boolean;
}

/**
 * The button that sends a mail once more, or now if it is being tried again. Before a mail goes out that has already
 * been sent, a dialog asks. If sending is refused, the reason is shown below the button or in the dialog.
 */
export function SendAgain({ mail, inRow = false }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const isRetried = mail.state === 'retrying';
  const label = isRetried ? 'Jetzt senden' : 'Erneut senden';
  const send = async () => {
    await callApi(sendMailAgain, { mailId: mail.id });
    await invalidate(getMails, getMailDelay);
    toast.success(isRetried ? 'Die E-Mail wird jetzt gesendet!' : 'Die E-Mail wird noch einmal gesendet!');
  };
  const { busy, failure, submit: sendAtOnce } = useSubmit(send);
  return (
    // The panel beside the table has this button as well.
    <Box className={inRow ? 'beside-panel' : ''} sx={inRow ? { maxWidth: { xs: '5.5rem', sm: 'none' } } : {}}>
      <BusyButton
        variant="outlined"
        size="small"
        busy={busy}
        aria-description={`${mail.label}, ${mail.person}, ${germanMoment(new Date(mail.createdAt))}`}
        {...(mail.state === 'sent' && { 'aria-haspopup': 'dialog' as const })}
        onClick={() => (mail.state === 'sent' ? setIsAsking(true) : void sendAtOnce())}
      >
        {label}
      </BusyButton>
      {failure !== null && (
        <Typography variant="body2" role="alert" sx={{ mt: 1, color: 'error.main' }}>
          {errorMessageOf(failure)}
        </Typography>
      )}
      {isAsking && (
        <Suspense fallback={<LoadingNotice />}>
          <SecondCopyDialog mail={mail} onSend={send} onClosed={() => setIsAsking(false)} />
        </Suspense>
      )}
    </Box>
  );
}

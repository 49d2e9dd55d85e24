import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useBackCloses } from '../../web/address/useBackCloses.ts';
import { useLogin } from '../../web/login.ts';
import { BusyButton } from '../../web/ui/buttons/BusyButton.tsx';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import { useAccessRequest } from '../../features/accounts/ui/useAccessRequest.ts';

export type Result =
  | { kind: 'success'; email: string }
  | { kind: 'alreadyRegistered' }
  | { kind: 'refused' | 'unexpectedError'; detail: string };

interface Props {
  result: Result;
  onClose: () => void;
}

const texts = {
  success: {
    title: 'Fast geschafft!',
    body: 'Bitte öffne den Link in der E-Mail, bevor du dich anmeldest. Er gilt 48 Stunden.',
  },
  alreadyRegistered: {
    title: 'Du bist schon in unserem System',
    body: 'Zu dieser E-Mail-Adresse gibt es bereits einen Zugang. Melde dich an oder lass dir dort ein neues Passwort schicken.',
  },
  refused: {
    title: 'Die Registrierung ist fehlgeschlagen',
    body: 'Bitte prüfe deine Angaben. Was wir schon wissen, steht an den Feldern.',
  },
  unexpectedError: {
    title: 'Unbekannter Fehler',
    body: 'Deine Angaben sind noch da. Drücke bitte gleich noch einmal auf „Jetzt registrieren“: Von selbst wird nichts abgesendet.',
  },
};

/** Shows the outcome of a registration (reference 3.2). */
export default function RegistrationResult({ result, onClose }: Props) {
  const openLogin = useLogin();
  useBackCloses(true, onClose);
  const { title, body } = texts[result.kind];
  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth="xs"
      fullWidth
      aria-labelledby="result-title"
      aria-describedby="result-text"
    >
      <DialogTitle id="result-title">{title}</DialogTitle>
      <DialogContent id="result-text" sx={{ overflowWrap: 'anywhere' }}>
        {result.kind === 'success' && (
          <Typography sx={{ mb: 3 }}>
            Wir haben eine E-Mail an <strong>{result.email}</strong> geschickt.
          </Typography>
        )}
        <Typography>{body}</Typography>
        {result.kind === 'success' && <MailNotReceived email={result.email} />}
        {'detail' in result && <Typography sx={{ mt: 3, color: 'text.secondary' }}>{result.detail}</Typography>}
      </DialogContent>
      <DialogActions>
        {result.kind === 'alreadyRegistered' && (
          <Button
            onClick={() => {
              onClose();
              openLogin();
            }}
          >
            Zur Anmeldung
          </Button>
        )}
        <Button variant="contained" onClick={onClose} autoFocus>
          {result.kind === 'success' ? 'Verstanden' : 'Schließen'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/**
 * Explains what to do if the mail does not arrive, with a button to send it again. The response does not reveal whether
 * the e-mail address is registered.
 */
function MailNotReceived({ email }: { email: string }) {
  const { state, failure, request } = useAccessRequest();
  return (
    <Box sx={{ mt: 3 }}>
      <Typography sx={{ mb: 2 }}>
        Ist nach ein paar Minuten nichts da? Sieh bitte auch im Spam-Ordner nach. Stimmt die Adresse nicht, registriere
        dich einfach noch einmal.
      </Typography>
      {failure && (
        <Notice kind="error" announced>
          {failure}
        </Notice>
      )}
      {state === 'sent' ? (
        <Notice kind="success" announced>
          Wir haben die E-Mail noch einmal geschickt.
        </Notice>
      ) : (
        <BusyButton
          variant="outlined"
          busy={state === 'busy'}
          busyText="Wird gesendet..."
          onClick={() => void request(email)}
        >
          E-Mail noch einmal senden
        </BusyButton>
      )}
    </Box>
  );
}

import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useLogin } from '../../web/login.ts';

export type Result = { kind: 'success' | 'known' } | { kind: 'failed' | 'unknown'; detail: string };

interface Props {
  result: Result;
  onClose: () => void;
}

const texts = {
  success: {
    title: 'Fast geschafft!',
    body: 'Wir haben dir eine E-Mail geschickt. Bitte bestätige den Link darin, bevor du dich anmeldest. Der Link gilt 48 Stunden.',
  },
  known: {
    title: 'Du bist schon in unserem System',
    body: 'Zu dieser E-Mail-Adresse gibt es bereits einen Zugang. Melde dich an oder lass dir dort ein neues Passwort schicken.',
  },
  failed: {
    title: 'Die Registrierung ist fehlgeschlagen',
    body: 'Bitte prüfe deine Angaben. Was wir schon wissen, steht an den Feldern.',
  },
  unknown: { title: 'Unbekannter Fehler', body: 'Deine Angaben sind noch da. Bitte versuche es gleich noch einmal.' },
};

/** How a registration ended (spec §8). */
export default function RegistrationResult({ result, onClose }: Props) {
  const openLogin = useLogin();
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
      <DialogContent id="result-text">
        <Typography>{body}</Typography>
        {'detail' in result && <Typography sx={{ mt: 3, color: 'text.secondary' }}>{result.detail}</Typography>}
      </DialogContent>
      <DialogActions>
        {result.kind === 'known' && (
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

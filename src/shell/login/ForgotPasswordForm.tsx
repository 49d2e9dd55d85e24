import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { FormEvent } from 'react';
import { maxLengths } from '../../shared/lengths.ts';
import { BusyButton } from '../../web/ui/buttons/BusyButton.tsx';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import { useAccessRequest } from '../../features/accounts/ui/useAccessRequest.ts';

interface Props {
  email: string;
  onEmail: (email: string) => void;
  onBack: () => void;
}

/** The form that requests a new password by e-mail. The response is the same for every address (reference 3.9). */
export function ForgotPasswordForm({ email, onEmail, onBack }: Props) {
  const { state, failure, request, backToForm } = useAccessRequest();

  if (state === 'sent')
    return (
      <>
        <Notice kind="success" announced>
          Wir haben ein neues Passwort an die angegebene Email-Adresse geschickt!
        </Notice>
        <Typography sx={{ mb: 4, color: 'text.secondary', overflowWrap: 'anywhere' }}>
          Deine Angabe war <strong>{email}</strong>. Ist nach ein paar Minuten nichts da? Sieh bitte auch im Spam-Ordner
          nach.
        </Typography>
        <Button variant="contained" fullWidth onClick={onBack} autoFocus>
          Zurück zur Anmeldung
        </Button>
        <Button fullWidth onClick={backToForm} sx={{ mt: 2 }}>
          Adresse ändern
        </Button>
      </>
    );
  return (
    <Box
      component="form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void request(email);
      }}
      sx={{ display: 'grid', gap: 4 }}
    >
      <Typography sx={{ color: 'text.secondary' }}>
        Gib deine E-Mail-Adresse an. Wir schicken dir ein neues Passwort, das du nach der Anmeldung änderst.
      </Typography>
      {failure && (
        <Notice kind="error" announced>
          {failure}
        </Notice>
      )}
      <TextField
        label="E-Mail"
        type="email"
        name="email"
        autoComplete="username"
        required
        fullWidth
        autoFocus
        value={email}
        onChange={(event) => onEmail(event.target.value)}
        slotProps={{ htmlInput: { maxLength: maxLengths.email } }}
      />
      <BusyButton type="submit" size="large" fullWidth busy={state === 'busy'} busyText="Wird gesendet...">
        Neues Passwort anfordern
      </BusyButton>
      <Button onClick={onBack}>Zurück zur Anmeldung</Button>
    </Box>
  );
}

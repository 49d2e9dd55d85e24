import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState, type FormEvent } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { maxLengths } from '../../shared/lengths.ts';
import { callApi, CallError, errorMessageOf } from '../../web/calls/api.ts';
import { completeSignIn } from '../../features/accounts/ui/signIn.ts';
import { BusyButton } from '../../web/ui/buttons/BusyButton.tsx';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { confirmRegistration } from '../../features/accounts/registration/contract.ts';
import { useProviderConfig } from '../../features/provider/ui/provider.ts';
import { useAccessRequest } from '../../features/accounts/ui/useAccessRequest.ts';

/**
 * The page that the confirmation mail links to. Opening the page changes nothing, since mail scanners open links, too.
 * The button confirms the registration and signs the user in, and the next page asks for a password (reference 3.3).
 */
export default function ConfirmPage() {
  const token = useSearchParams()[0].get('token') ?? '';
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const [needsNewLink, setNeedsNewLink] = useState(!token);

  const confirm = async () => {
    setBusy(true);
    setFailure('');
    try {
      const { data } = await callApi(confirmRegistration, { token });
      // Null if the person’s own session had expired: they leave this page as well.
      await navigate(completeSignIn(data, false) ?? '/change-password', { replace: true });
    } catch (error) {
      setFailure(errorMessageOf(error));
      setNeedsNewLink(error instanceof CallError && error.code === 'tokenInvalid');
      setBusy(false);
    }
  };

  return (
    <Box sx={{ maxWidth: 560 }}>
      <PageHeader title="Registrierung bestätigen">{!needsNewLink && <WhatComesNext />}</PageHeader>
      {failure && (
        <Notice kind="error" announced>
          {failure}
        </Notice>
      )}
      {needsNewLink ? (
        <NewLinkForm isAfterLink={Boolean(token)} />
      ) : (
        <BusyButton size="large" busy={busy} busyText="Wird bestätigt..." onClick={() => void confirm()}>
          Registrierung bestätigen
        </BusyButton>
      )}
    </Box>
  );
}

/** Says to people who were invited as well what this portal is, and what comes next. */
function WhatComesNext() {
  const provider = useProviderConfig()?.provider;
  return (
    <>
      Schön, dass du da bist! Das ist das Portal für dein Bewerbungscoaching{provider && ` bei ${provider}`}: Hier
      buchst du Termine, in denen ein Coach online mit dir deine Bewerbung bespricht, kostenlos und freiwillig. Mit
      einem Klick bestätigst du deine E-Mail-Adresse. Danach wählst du dein Passwort.
    </>
  );
}

/**
 * The form to request a new link by mail, which the mail of an invitation also leads to. The response is the same for
 * every e-mail address.
 */
function NewLinkForm({ isAfterLink }: { isAfterLink: boolean }) {
  const [email, setEmail] = useState('');
  const { state, failure, request } = useAccessRequest();

  if (state === 'sent')
    return (
      <>
        <Notice kind="success" announced>
          Wenn du mit dieser Adresse registriert bist, ist eine neue E-Mail unterwegs. Sieh auch im Spam-Ordner nach.
        </Notice>
        <Button component={Link} to="/" variant="contained">
          Zur Startseite
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
      sx={{ display: 'grid', gap: 4, justifyItems: 'start' }}
    >
      <Typography>
        {isAfterLink && 'Mit diesem Link geht es nicht weiter. '}Gib deine E-Mail-Adresse an, dann schicken wir dir
        einen neuen Link.
      </Typography>
      {failure && (
        <Notice kind="error" announced>
          {failure}
        </Notice>
      )}
      <TextField
        label="E-Mail"
        type="email"
        autoComplete="email"
        required
        fullWidth
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        slotProps={{ htmlInput: { maxLength: maxLengths.email } }}
      />
      <BusyButton type="submit" size="large" busy={state === 'busy'} busyText="Wird gesendet...">
        Neuen Link anfordern
      </BusyButton>
    </Box>
  );
}

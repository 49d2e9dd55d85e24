import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { Suspense, useId, useState, type FormEvent } from 'react';
import { useLocation } from 'react-router';
import { maxLengths } from '../../shared/lengths.ts';
import { callApi, CallError, errorMessageOf } from '../../web/calls/api.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { BusyButton } from '../../web/ui/buttons/BusyButton.tsx';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import { PasswordField } from '../../web/ui/fields/PasswordField.tsx';
import { login } from '../../features/accounts/contract.ts';
import { usePasskeySignIn } from '../../features/passkeys/ui/usePasskeySignIn.ts';
import { signInAddress, useSingleSignOn } from '../../features/single-sign-on/ui/useSingleSignOn.ts';
import type { User } from '../../shared/user.ts';

const CodeStep = lazyComponent('CodeStep', () => import('../../features/second-factor/ui/CodeStep.tsx'));

interface Props {
  email: string;
  onEmail: (email: string) => void;
  /** Called with the person who has signed in, with which of the three, and with the path of the page that was wanted. */
  onSignedIn: (user: User, by: 'password' | 'passkey' | 'singleSignOn', target?: string) => void;
  onForgot: () => void;
}

/**
 * The sign-in form: first the fields for e-mail and password, then the field for the code if a second factor is on.
 * Below are the other ways to sign in, at the end the one of staff alone. A failure is shown above the fields until the
 * next attempt.
 */
export function LoginForm({ email, onEmail, onSignedIn, onForgot }: Props) {
  const [password, setPassword] = useState('');
  // Null until the server requires a code.
  const [code, setCode] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [passwordFailure, setPasswordFailure] = useState('');
  const passkey = usePasskeySignIn((user) => onSignedIn(user, 'passkey'));
  const singleSignOn = useSingleSignOn((user, target) => onSignedIn(user, 'singleSignOn', target));
  const failure = passwordFailure || passkey.failure || singleSignOn.failure;
  const isCancelled = !passwordFailure && (passkey.failure ? passkey.isCancelled : singleSignOn.isCancelled);

  const submit = async () => {
    if (busy) return;
    setBusy(true);
    setPasswordFailure('');
    passkey.clearFailure();
    singleSignOn.clearFailure();
    try {
      const { data } = await callApi(login, { username: email, password, ...(code && { code }) });
      onSignedIn(data, 'password');
    } catch (error) {
      const refusal = error instanceof CallError && error.code;
      if (refusal === 'secondFactorRequired') setCode('');
      else setPasswordFailure(errorMessageOf(error));
      if (refusal === 'loginFailed') setCode(null);
      setBusy(false);
    }
  };

  return (
    <Box
      component="form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
      sx={{ display: 'grid', gap: 4 }}
    >
      {failure && (
        <Notice kind={isCancelled ? 'info' : 'error'} announced>
          {failure}
        </Notice>
      )}
      {code === null ? (
        <>
          <TextField
            label="E-Mail"
            type="email"
            name="username"
            // The browser offers passkeys in this field, too.
            autoComplete={passkey.isPossible ? 'username webauthn' : 'username'}
            required
            fullWidth
            autoFocus
            value={email}
            onChange={(event) => onEmail(event.target.value)}
            slotProps={{ htmlInput: { maxLength: maxLengths.email } }}
          />
          <PasswordField
            label="Passwort"
            name="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            slotProps={{ htmlInput: { maxLength: maxLengths.password } }}
          />
        </>
      ) : (
        <Suspense fallback={<LoadingNotice />}>
          <CodeStep code={code} onCode={setCode} />
        </Suspense>
      )}
      <BusyButton type="submit" size="large" fullWidth busy={busy || singleSignOn.busy} busyText="Anmeldung läuft...">
        Anmelden
      </BusyButton>
      {code === null ? (
        <Button onClick={onForgot} sx={centred}>
          Passwort vergessen?
        </Button>
      ) : (
        <Button onClick={() => setCode(null)}>Zurück</Button>
      )}
      {code === null && passkey.isPossible && (
        <>
          <Typography sx={betweenLines}>oder</Typography>
          <BusyButton
            variant="outlined"
            fullWidth
            busy={passkey.busy}
            busyText="Einen Moment..."
            onClick={() => {
              setPasswordFailure('');
              singleSignOn.clearFailure();
              void passkey.signIn();
            }}
          >
            Mit Passkey anmelden
          </BusyButton>
        </>
      )}
      {code === null && singleSignOn.label !== null && <StaffSignIn label={singleSignOn.label} />}
    </Box>
  );
}

/** The way to sign in with the account at the identity provider, which participants do not have. */
function StaffSignIn({ label }: { label: string }) {
  const { pathname, search } = useLocation();
  const headingId = useId();
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Typography id={headingId} sx={betweenLines}>
        Für Coaches und Team
      </Typography>
      <Button
        variant="outlined"
        fullWidth
        href={signInAddress(pathname + search)}
        aria-describedby={headingId}
        sx={centred}
      >
        Mit {label} anmelden
      </Button>
    </Box>
  );
}

/** A long label on a narrow screen has several lines. */
const centred = { textAlign: 'center', overflowWrap: 'anywhere', hyphens: 'auto' } as const;

/** A word between two lines, which separates the ways to sign in. */
const betweenLines = {
  display: 'flex',
  alignItems: 'center',
  gap: 3,
  color: 'text.secondary',
  textAlign: 'center',
  '&::before, &::after': { content: '""', flex: '1 0 16px', borderTop: 1, borderColor: 'divider' },
} as const;

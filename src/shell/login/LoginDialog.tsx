import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { User } from '../../shared/user.ts';
import { ForgotPasswordForm } from './ForgotPasswordForm.tsx';
import { LoginForm } from './LoginForm.tsx';
import { mayOpen, pageAt } from '../pages.ts';
import { useBackCloses } from '../../web/address/useBackCloses.ts';
import { useSession } from '../../web/session.ts';
import { completeSignIn } from '../../features/accounts/ui/signIn.ts';
import { shouldOfferPasskey } from '../../features/passkeys/ui/offer.ts';
import { useProviderConfig } from '../../features/provider/ui/provider.ts';
import { Notice } from '../../web/ui/notices/Notice.tsx';

interface Props {
  /** Called when the dialog is closed without signing in. */
  onClose: () => void;
  /** Called when the user has signed in. */
  onSignedIn: () => void;
  /** Called when a person who has just signed in with the password is to be offered a passkey. */
  onPasskeyOffer: () => void;
}

/** The dialog for signing in (reference 3.5), with a second form for a forgotten password. */
export default function LoginDialog({ onClose, onSignedIn, onPasskeyOffer }: Props) {
  const [view, setView] = useState<'login' | 'forgot'>('login');
  const [email, setEmail] = useState('');
  const { state, user } = useSession();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useBackCloses(true, onClose);
  const hasPasskeys = useProviderConfig()?.passkeys ?? false;

  const finishSignIn = (person: User, by: 'password' | 'passkey' | 'singleSignOn', target?: string) => {
    const wantedPath = target === undefined ? pathname : target.replace(/[?#].*/s, '');
    const nextPath = completeSignIn(person, mayStayAt(wantedPath, person)) ?? target;
    onSignedIn();
    if (nextPath) void navigate(nextPath, { replace: target !== undefined });
    if (by === 'password' && hasPasskeys) void shouldOfferPasskey(person).then((offers) => offers && onPasskeyOffer());
  };

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="login-title">
      <DialogTitle id="login-title" sx={{ pr: 14, fontSize: 'min(1.375rem, 10vw)' }}>
        {view === 'login' ? 'Anmeldung' : 'Passwort vergessen'}
      </DialogTitle>
      <IconButton aria-label="Schließen" onClick={onClose} sx={{ position: 'absolute', top: 14, right: 12 }}>
        <CloseIcon />
      </IconButton>
      <Box sx={{ px: 6, pb: 6, pt: 2 }}>
        {state === 'expired' && view === 'login' && (
          <Notice kind="info">
            Deine Anmeldung ist abgelaufen. Melde dich wieder an, dann geht es an derselben Stelle weiter.
          </Notice>
        )}
        {view === 'login' ? (
          <LoginForm
            email={email || (state === 'expired' ? user.email : '')}
            onEmail={setEmail}
            onSignedIn={finishSignIn}
            onForgot={() => setView('forgot')}
          />
        ) : (
          <ForgotPasswordForm email={email} onEmail={setEmail} onBack={() => setView('login')} />
        )}
      </Box>
    </Dialog>
  );
}

/** Whether a user who signs in at a path stays there: the page requires signing in, and the user may open it. */
function mayStayAt(pathname: string, user: User): boolean {
  const page = pageAt(pathname);
  return page !== undefined && page.for !== 'everyone' && mayOpen(page, user);
}

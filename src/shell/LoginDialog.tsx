import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { User } from '../accounts/contract.ts';
import { ForgotPasswordForm } from '../accounts/ui/ForgotPasswordForm.tsx';
import { LoginForm } from '../accounts/ui/LoginForm.tsx';
import { useSession } from './session.ts';
import { welcome } from './signIn.ts';
import { Notice } from './ui/Notice.tsx';

interface Props {
  /** Closed without signing in. */
  onClose: () => void;
  /** Signed in. */
  onDone: () => void;
}

/** Sign-in over the page (spec §2): form, 'Anmeldung läuft...', failure, forgotten password. */
export default function LoginDialog({ onClose, onDone }: Props) {
  const [view, setView] = useState<'login' | 'forgot'>('login');
  const [email, setEmail] = useState('');
  const { state, user } = useSession();
  const { pathname } = useLocation();
  const navigate = useNavigate();

  const enter = (person: User) => {
    const next = welcome(person, pathname);
    onDone();
    if (next) void navigate(next);
  };

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="login-title">
      <DialogTitle id="login-title" sx={{ pr: 14 }}>
        {view === 'login' ? 'Anmeldung' : 'Passwort vergessen'}
      </DialogTitle>
      <IconButton aria-label="Schließen" onClick={onClose} sx={{ position: 'absolute', top: 14, right: 12 }}>
        <CloseIcon />
      </IconButton>
      <Box sx={{ px: 6, pb: 6, pt: 2 }}>
        {state === 'expired' && view === 'login' && (
          <Notice kind="info">
            Ihre Session ist abgelaufen. Melde dich wieder an, dann geht es an derselben Stelle weiter.
          </Notice>
        )}
        {view === 'login' ? (
          <LoginForm
            email={email || (state === 'expired' ? user.email : '')}
            onEmail={setEmail}
            onSignedIn={enter}
            onForgot={() => setView('forgot')}
          />
        ) : (
          <ForgotPasswordForm email={email} onEmail={setEmail} onBack={() => setView('login')} />
        )}
      </Box>
    </Dialog>
  );
}

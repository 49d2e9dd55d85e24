import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useLogin } from './login.ts';
import { signOut } from './signIn.ts';
import { EmptyState } from './ui/EmptyState.tsx';
import { PageHeader } from './ui/PageHeader.tsx';

/** /logout: opening it signs out (spec §2). */
export default function LogoutPage() {
  const openLogin = useLogin();
  useEffect(() => {
    void signOut();
  }, []);
  return (
    <>
      <PageHeader title="Logout" />
      <EmptyState
        picture="door"
        title="Du bist abgemeldet."
        action={
          <>
            <Button component={Link} to="/" variant="contained">
              Zur Startseite
            </Button>
            <Button onClick={openLogin}>Wieder anmelden</Button>
          </>
        }
      >
        Bis bald!
      </EmptyState>
    </>
  );
}

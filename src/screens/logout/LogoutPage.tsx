import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useLogin } from '../../web/login.ts';
import { signOut } from '../../features/accounts/ui/signIn.ts';
import { EmptyState } from '../../web/ui/notices/EmptyState.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';

/** /logout: opening this page signs the user out (reference 3.8). */
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

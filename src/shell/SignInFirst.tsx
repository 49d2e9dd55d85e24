import Button from '@mui/material/Button';
import { useLogin } from '../web/login.ts';
import { EmptyState } from '../web/ui/notices/EmptyState.tsx';
import { PageHeader } from '../web/ui/layout/PageHeader.tsx';

/** Shown in place of a page that requires signing in, until the user has signed in. */
export default function SignInFirst({ title }: { title: string }) {
  const openLogin = useLogin();
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        picture="door"
        title="Bitte melde dich an"
        action={
          <Button variant="contained" onClick={openLogin}>
            Zur Anmeldung
          </Button>
        }
      >
        Diese Seite ist nur für angemeldete Personen da. Nach der Anmeldung geht es hier weiter.
      </EmptyState>
    </>
  );
}

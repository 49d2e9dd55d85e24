import Button from '@mui/material/Button';
import { useLogin } from './login.ts';
import { EmptyState } from './ui/EmptyState.tsx';
import { PageHeader } from './ui/PageHeader.tsx';

/** Stands in for a page that needs a login; after it the page itself appears. */
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

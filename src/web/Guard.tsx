import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useLogin } from './login.ts';
import { NotFoundPage } from './NotFoundPage.tsx';
import { mayOpen, type Page } from './pages.ts';
import { useSession } from './session.ts';
import { EmptyState } from './ui/EmptyState.tsx';
import { Loading } from './ui/Loading.tsx';
import { PageHeader } from './ui/PageHeader.tsx';

/** Shows a page to those it is for. Nobody signed in is asked to; another role is told what an unknown address is told. */
export function Guard({ page, children }: { page: Page; children: ReactNode }) {
  const { state, user } = useSession();
  if (page.for === 'everyone') return children;
  if (state === 'starting') return <Loading />;
  if (!user) return <SignInFirst title={page.title} />;
  return mayOpen(page, user) ? children : <NotFoundPage />;
}

function SignInFirst({ title }: { title: string }) {
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

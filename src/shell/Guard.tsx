import { Suspense, type ReactNode } from 'react';
import { mayOpen, type Page } from './pages.ts';
import { useSession } from './session.ts';
import { Loading } from './ui/Loading.tsx';
import { PageHeader } from './ui/PageHeader.tsx';
import { lazyPart } from './chunk.ts';

const NotFoundPage = lazyPart('NotFoundPage', () => import('./NotFoundPage.tsx'));
const SignInFirst = lazyPart('SignInFirst', () => import('./SignInFirst.tsx'));

/** Shows a page to those it is for. Nobody signed in is asked to; another role is told what an unknown address is told. */
export function Guard({ page, children }: { page: Page; children: ReactNode }) {
  const { state, user } = useSession();
  if (page.for === 'everyone' || (user && mayOpen(page, user))) return children;
  if (state === 'starting') return <Waiting {...page} />;
  return (
    <Suspense fallback={<Waiting {...page} />}>{user ? <NotFoundPage /> : <SignInFirst title={page.title} />}</Suspense>
  );
}

/** A page before anything of it is there; the first paint of every page is drawn so, too. */
export function Waiting({ path, title }: Pick<Page, 'path' | 'title'>) {
  return (
    <>
      {/* The heading of the page with the chat is that of the start page in it. */}
      {path !== '/genesys' && <PageHeader title={title} />}
      <Loading />
    </>
  );
}

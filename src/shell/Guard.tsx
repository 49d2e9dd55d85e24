import { Suspense, type ReactNode } from 'react';
import { mayOpen, type Page } from './pages.ts';
import { useSession } from '../web/session.ts';
import { Loading } from '../web/ui/notices/Loading.tsx';
import { PageHeader } from '../web/ui/layout/PageHeader.tsx';
import { lazyComponent } from '../web/lazyComponent.ts';

const NotFoundPage = lazyComponent('NotFoundPage', () => import('./NotFoundPage.tsx'));
const SignInFirst = lazyComponent('SignInFirst', () => import('./SignInFirst.tsx'));

/**
 * Shows a page to users who may open it. A signed-out visitor sees the sign-in page instead, and a user with another
 * role sees the page for unknown URLs.
 */
export function Guard({ page, children }: { page: Page; children: ReactNode }) {
  const { state, user } = useSession();
  if (page.for === 'everyone' || (user && mayOpen(page, user))) return children;
  if (state === 'starting') return <PageSkeleton {...page} />;
  return (
    <Suspense fallback={<PageSkeleton {...page} />}>
      {user ? <NotFoundPage /> : <SignInFirst title={page.title} />}
    </Suspense>
  );
}

/** The title and a placeholder, shown until a page's code has loaded. Most pages are prerendered like this. */
export function PageSkeleton({ path, title }: Pick<Page, 'path' | 'title'>) {
  return (
    <>
      {/* The chat page contains the start page and uses its heading. */}
      {path !== '/genesys' && <PageHeader title={title} />}
      <Loading />
    </>
  );
}

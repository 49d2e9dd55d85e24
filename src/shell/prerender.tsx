import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import LandingPage from '../screens/landing/LandingPage.tsx';
import { firstCallsOf } from './firstCalls.ts';
import { Footer, footerLinkKeys } from './Footer.tsx';
import { Frame } from './Frame.tsx';
import { PageSkeleton } from './Guard.tsx';
import { OfflinePage } from './offline/OfflinePage.tsx';
import { offlinePath } from './offline/paths.ts';
import { LoginContext } from '../web/login.ts';
import { pages, type Page, type StaffPath } from './pages.ts';
import { staffPageLoaders } from './staffCode.ts';
import { queryClient } from '../web/calls/apiQuery.ts';
import { setProviderConfig } from '../features/provider/ui/provider.ts';
import { makeTheme } from '../web/theme.ts';

/** A prerendered page, as it is before any script has run. */
interface PrerenderedPage {
  /**
   * The path in lower case without the leading slash, such as 'booking'. '_start' stands for '/', and '_unknown' for
   * unknown URLs.
   */
  name: string;
  title: string;
  /** The source text of the functions that import the page's code; null if the page does without the portal's code. */
  loaderSource: string | null;
  /** The calls that the page makes first, as JSON. */
  firstCalls: string;
  markup: string;
}

/**
 * Renders every page as a signed-out visitor first sees it, at build time (`scripts/prerender.ts`). The start page is
 * rendered in full, the others as the frame, the title and a skeleton. The styles are returned separately, since the
 * content security policy allows no inline styles. The provider's name and links are placeholders ('portal:imprint')
 * that the server fills in.
 */
export function renderPages(): { pages: PrerenderedPage[]; styles: string } {
  const links = Object.fromEntries(footerLinkKeys.map((key) => [key, `portal:${key}`]));
  setProviderConfig({
    provider: 'portal:provider',
    version: 'portal:version',
    links,
    coachingEmail: '',
    forbiddenInEmail: '',
    chatScript: null,
    passkeys: false,
    sso: null,
  });
  const styles = new Set<string>();
  const load = () => import('./NotFoundPage.tsx');
  const offlinePage = { name: offlinePath.slice(1), title: 'Keine Verbindung', loaderSource: null, firstCalls: '[]' };
  const unknownPage: Page = { path: '/_unknown', title: 'Seite nicht gefunden', for: 'everyone', load };
  const prerenderedPages: PrerenderedPage[] = [...pages, unknownPage].map((page) => ({
    name: page.path.slice(1).toLowerCase() || '_start',
    title: page.title,
    loaderSource: [page.load, staffPageLoaders[page.path as StaffPath]].join(),
    firstCalls: JSON.stringify(firstCallsOf(page.path)),
    markup: render(
      <Frame wide={page.wide} footer={<Footer />}>
        {page.path === '/' ? <LandingPage /> : <PageSkeleton {...page} />}
      </Frame>,
      styles,
    ),
  }));
  prerenderedPages.push({ ...offlinePage, markup: render(<OfflinePage />, styles) });
  return { pages: prerenderedPages, styles: [...styles].join('') };
}

/** Returns a page's markup without its style elements, and adds their rules to `styles`. */
function render(content: ReactNode, styles: Set<string>): string {
  const page = <LoginContext value={() => undefined}>{content}</LoginContext>;
  const html = renderToStaticMarkup(
    <ThemeProvider theme={makeTheme()} defaultMode="system" noSsr>
      <CssBaseline />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createMemoryRouter([{ path: '*', element: page }])} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return html.replace(/<style[^>]*>(.*?)<\/style>/gs, (_, rules: string) => {
    styles.add(rules);
    return '';
  });
}

import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import LandingPage from '../accounts/ui/LandingPage.tsx';
import { Footer, footerLinks } from './Footer.tsx';
import { Frame } from './Frame.tsx';
import { Waiting } from './Guard.tsx';
import { LoginContext } from './login.ts';
import { pages } from './pages.ts';
import { queryClient, takePortal } from './query.ts';
import { makeTheme } from './theme.ts';

/** A document of the product: what stands on the screen before any script has run. */
interface Drawing {
  /** The address's path without its slash, in small letters: 'booking'; '_start', and '_unknown' for an unknown one. */
  name: string;
  title: string;
  /** How the page's code is imported, as text. */
  code: string;
  markup: string;
}

/**
 * Every page as a signed-out visitor first sees it, drawn while the product is built (`scripts/door.ts`): the start page
 * whole, of the others the frame, the title and the shape of what is to come. The styles stand apart, since the policy of
 * a page admits no inline ones. The provider's name and links are placeholders ('portal:imprint') that the server fills.
 */
export function drawDoor(): { drawings: Drawing[]; styles: string } {
  const links = Object.fromEntries(footerLinks.map((key) => [key, `portal:${key}`]));
  takePortal({
    ...{ provider: 'portal:provider', version: 'portal:version', links },
    ...{ coachingEmail: '', forbiddenInEmail: '', chatScript: null },
  });
  const styles = new Set<string>();
  const unknown = { path: '/_unknown', title: 'Seite nicht gefunden', load: async () => import('./NotFoundPage.tsx') };
  const drawings = [...pages, unknown].map((page) => ({
    name: page.path.slice(1).toLowerCase() || '_start',
    title: page.title,
    code: page.load.toString(),
    markup: draw(page.path === '/' ? <LandingPage /> : <Waiting {...page} />, styles),
  }));
  return { drawings, styles: [...styles].join('') };
}

function draw(content: ReactNode, styles: Set<string>): string {
  const drawn = renderToStaticMarkup(
    <ThemeProvider theme={makeTheme()} defaultMode="system" noSsr>
      <CssBaseline />
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <LoginContext value={() => undefined}>
            <Frame footer={<Footer />}>{content}</Frame>
          </LoginContext>
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return drawn.replace(/<style[^>]*>(.*?)<\/style>/gs, (_, rules: string) => {
    styles.add(rules);
    return '';
  });
}

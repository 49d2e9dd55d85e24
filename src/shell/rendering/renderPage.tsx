import './storage.ts';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import * as z from 'zod/mini';
import type { PageTask, RenderedPage, RenderedPath } from '../../shared/rendered-pages.ts';
import { user } from '../../shared/user.ts';
import { setProviderConfig } from '../../features/provider/ui/provider.ts';
import * as appointmentsPage from '../../screens/appointments/AppointmentsPage.tsx';
import * as bookingPage from '../../screens/booking/BookingPage.tsx';
import * as welcomePage from '../../screens/intern-participant/ParticipantWelcomePage.tsx';
import { queryClient } from '../../web/calls/apiQuery.ts';
import { LoginContext } from '../../web/login.ts';
import { setRenderedUser } from '../../web/session.ts';
import { makeTheme } from '../../web/theme.ts';
import { Footer } from '../Footer.tsx';
import { Frame } from '../Frame.tsx';
import { loadNavigation } from '../Header.tsx';
import type { PageModule } from '../pages.ts';

/** The pages that can be rendered, by path. */
const pageModules: Readonly<Record<RenderedPath, Required<PageModule>>> = {
  '/intern-participant': welcomePage,
  '/booking': bookingPage,
  '/appointments': appointmentsPage,
};

z.config({ jitless: true });
const theme = makeTheme();

/**
 * Renders a page as a participant sees it on a phone once its first calls have been answered. Runs in a sandbox of the
 * server. Returns null if the page needs more code or another call before it can show its content.
 */
export default async function renderPage(task: PageTask): Promise<RenderedPage | null> {
  const page = pageModules[task.path];
  await loadNavigation();
  queryClient.clear();
  setProviderConfig(task.provider as Parameters<typeof setProviderConfig>[0]);
  setRenderedUser(z.decode(user, task.user));
  const isComplete = page.cacheAnswers({ email: task.user.email, bodies: task.bodies });
  return isComplete ? render(task.path, <page.default />) : null;
}

function render(path: string, content: ReactNode): RenderedPage {
  const page = (
    <LoginContext value={() => undefined}>
      <Frame footer={<Footer />}>{content}</Frame>
    </LoginContext>
  );
  const rules: string[] = [];
  const html = renderToStaticMarkup(
    <ThemeProvider theme={theme} defaultMode="system" noSsr>
      <CssBaseline />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createMemoryRouter([{ path: '*', element: page }], { initialEntries: [path] })} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  const markup = html.replace(/<style[^>]*>(.*?)<\/style>/gs, (_, ruleText: string) => {
    rules.push(ruleText);
    return '';
  });
  return { markup, rules };
}

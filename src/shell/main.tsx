import '../web/font/font.css';
import '../web/base.css';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import * as z from 'zod/mini';
import { watchConnection } from '../web/calls/connection.ts';
import { ResumeInteraction, watchPrerenderedFocus } from './resumePrerendered.ts';
import { RestoredScrollPosition } from '../web/address/scrollPosition.ts';
import { clearPersonalResponses, queryClient } from '../web/calls/apiQuery.ts';
import { currentSession } from '../web/session.ts';
import { loadNavigation } from './Header.tsx';
import { renderedFor } from './documentAnswers.ts';
import { setProviderConfig } from '../features/provider/ui/provider.ts';
import { createAppRouter } from './routes.tsx';
import { startFirstScreenTimer, afterFirstScreen } from '../web/firstScreen.ts';
import { syncWithOtherTabs, refreshSession } from '../features/accounts/ui/signIn.ts';
import { makeTheme } from '../web/theme.ts';

// Zod would otherwise try to compile its parsers with eval, which the CSP forbids.
z.config({ jitless: true });

const providerConfigJson = document.querySelector('meta[name="portal"]')?.getAttribute('content');
if (providerConfigJson) setProviderConfig(JSON.parse(providerConfigJson) as Parameters<typeof setProviderConfig>[0]);
startFirstScreenTimer();
watchConnection();
syncWithOtherTabs();
// /logout ends the session anyway, and would otherwise show the signed-in frame for a moment.
const sessionChecked = location.pathname === '/logout' ? Promise.resolve() : refreshSession();
afterFirstScreen(
  () => void import('./background.ts').then(({ startBackgroundWork }) => startBackgroundWork()).catch(() => {}),
);

const root = document.getElementById('root');
if (!root) throw new Error('index.html lacks #root');
void start(root);

/** Starts the page in steps, each in a separate task, so that the browser can react to input between them. */
async function start(container: HTMLElement) {
  const prerenderedPage = container.firstElementChild;
  if (prerenderedPage) watchPrerenderedFocus(prerenderedPage);
  await nextTask();
  const router = createAppRouter();
  // The start page is prerendered in full, and so is a page that the server has rendered for a participant. The markup
  // stays until the interactive page can be rendered in full.
  if (location.pathname === '/' || renderedFor !== null) await loadFirstPage(router);
  if (renderedFor !== null) {
    await Promise.all([loadNavigation(), sessionChecked]);
    if (currentSession().user?.email !== renderedFor) clearPersonalResponses();
  }
  await nextTask();
  const theme = makeTheme();
  await nextTask();
  // In a transition, React interrupts rendering to react to input.
  startTransition(() =>
    createRoot(container).render(
      <StrictMode>
        <ThemeProvider theme={theme} defaultMode="system" noSsr>
          <CssBaseline />
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
            <RestoredScrollPosition router={router} />
            <ResumeInteraction container={container} prerenderedPage={prerenderedPage} />
          </QueryClientProvider>
        </ThemeProvider>
      </StrictMode>,
    ),
  );
}

/** Resolves in a new task. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/**
 * Resolves when the code of the first page has loaded or failed to load. After a failure the router shows its fallback.
 */
function loadFirstPage(router: ReturnType<typeof createAppRouter>): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const unsubscribe = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      unsubscribe();
      resolve();
    });
  });
}

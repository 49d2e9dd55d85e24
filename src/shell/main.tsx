import '@fontsource-variable/atkinson-hyperlegible-next';
import './base.css';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import * as z from 'zod/mini';
import { watchConnection } from './connection.ts';
import { CarriedOver, watchDrawing } from './drawing.ts';
import { HeldPlace } from './place.ts';
import { queryClient, takePortal } from './query.ts';
import { openRouter } from './routes.tsx';
import { beginToSettle, whenSettled } from './settled.ts';
import { followOtherTabs, refreshSession } from './signIn.ts';
import { makeTheme } from './theme.ts';

// The CSP forbids code from text; zod would otherwise try to compile its parsers.
z.config({ jitless: true });

const portal = document.querySelector('meta[name="portal"]')?.getAttribute('content');
if (portal) takePortal(JSON.parse(portal) as Parameters<typeof takePortal>[0]);
beginToSettle();
watchConnection();
followOtherTabs();
void refreshSession();
// Counting the visit waits until the page is there: it is nothing that the visitor waits for.
whenSettled(() => void import('./visit.ts').then(({ reportVisit }) => reportVisit()).catch(() => {}));

const root = document.getElementById('root');
if (!root) throw new Error('index.html lacks #root');
void start(root);

/** Draws the page in steps, each in a task of its own, so that the browser answers in between. */
async function start(place: HTMLElement) {
  const drawing = place.firstElementChild;
  if (drawing) watchDrawing(drawing);
  await nextTask();
  const router = openRouter();
  // The start page is drawn whole, and stands until the living one is so, too.
  if (location.pathname === '/') await firstPage(router);
  await nextTask();
  const theme = makeTheme();
  await nextTask();
  // A transition is rendered in slices.
  startTransition(() =>
    createRoot(place).render(
      <StrictMode>
        <ThemeProvider theme={theme} defaultMode="system" noSsr>
          <CssBaseline />
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
            <HeldPlace router={router} />
            <CarriedOver place={place} drawing={drawing} />
          </QueryClientProvider>
        </ThemeProvider>
      </StrictMode>,
    ),
  );
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Resolves when the code of the first page is there, or has failed to come: then the router has its fallback. */
function firstPage(router: ReturnType<typeof openRouter>): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}

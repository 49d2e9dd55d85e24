import { createBrowserRouter, type RouteObject } from 'react-router';
import { loadChunk } from '../web/lazyComponent.ts';
import { takeDocumentAnswers } from './documentAnswers.ts';
import { Guard, PageSkeleton } from './Guard.tsx';
import { pages, type Page } from './pages.ts';
import { watchHistorySteps } from '../web/address/historySteps.ts';
import { setHistoryEntryKey } from '../web/address/scrollPosition.ts';
import { RouteFallback } from './RouteFallback.tsx';
import { Shell } from './Shell.tsx';

function routeOf(page: Page): RouteObject {
  return {
    path: page.path,
    errorElement: <RouteFallback />,
    hydrateFallbackElement: <PageSkeleton {...page} />,
    lazy: async () => {
      const { default: Component, cacheAnswers } = await loadChunk(page.path, page.load);
      // The document's own page is the first whose code is loaded.
      const answers = takeDocumentAnswers();
      if (answers) cacheAnswers?.(answers);
      return {
        element: (
          <Guard page={page}>
            <Component />
          </Guard>
        ),
      };
    },
  };
}

/**
 * The route of the page that shows the components of `web/ui`. It is for development only: in a build the condition is
 * false, so the page is left out.
 */
const galleryRoute: RouteObject[] = import.meta.env.DEV
  ? [{ path: '/werkstatt', lazy: async () => ({ Component: (await import('./gallery/GalleryPage.tsx')).default }) }]
  : [];

const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <RouteFallback withoutShell />,
    children: [
      ...pages.map(routeOf),
      ...galleryRoute,
      {
        path: '*',
        errorElement: <RouteFallback />,
        hydrateFallbackElement: <PageSkeleton path="*" title="Seite nicht gefunden" />,
        lazy: async () => ({ Component: (await loadChunk('*', () => import('./NotFoundPage.tsx'))).default }),
      },
    ],
  },
];

/**
 * Returns the router for the pages of `pages.ts`. Each page is inside the shell and has the fallback of reference 1.9.
 * The router immediately starts to load the current page's code.
 */
export function createAppRouter() {
  setHistoryEntryKey();
  watchHistorySteps();
  return createBrowserRouter(routes);
}

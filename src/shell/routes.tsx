import { createBrowserRouter, type RouteObject } from 'react-router';
import { loadChunk } from './chunk.ts';
import { Guard, Waiting } from './Guard.tsx';
import { pages, type Page } from './pages.ts';
import { nameEntry } from './place.ts';
import { RouteFallback } from './RouteFallback.tsx';
import { Shell } from './Shell.tsx';

function routeOf(page: Page): RouteObject {
  return {
    path: page.path,
    errorElement: <RouteFallback />,
    hydrateFallbackElement: <Waiting {...page} />,
    lazy: async () => {
      const { default: Component } = await loadChunk(page.path, page.load);
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

/** Every piece of `web/ui` at a glance, for development alone: the condition is false in a build, which leaves it out. */
const workshop: RouteObject[] = import.meta.env.DEV
  ? [{ path: '/werkstatt', lazy: async () => ({ Component: (await import('./werkstatt/WerkstattPage.tsx')).default }) }]
  : [];

const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <RouteFallback bare />,
    children: [
      ...pages.map(routeOf),
      ...workshop,
      {
        path: '*',
        errorElement: <RouteFallback />,
        hydrateFallbackElement: <Waiting path="*" title="Seite nicht gefunden" />,
        lazy: async () => ({ Component: (await loadChunk('*', () => import('./NotFoundPage.tsx'))).default }),
      },
    ],
  },
];

/** The routes of `pages.ts` inside the shell, every one with the fallback of spec §8; begins to load the page's code. */
export function openRouter() {
  nameEntry();
  return createBrowserRouter(routes);
}

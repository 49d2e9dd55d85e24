import type { ComponentType, ReactNode } from 'react';
import { loadChunk } from './chunk.ts';
import { Guard } from './Guard.tsx';
import { openNavigation } from './navigation.ts';
import { pageAt } from './pages.ts';
import { RouteFallback } from './RouteFallback.tsx';
import { Router } from './Router.tsx';
import { Shell } from './Shell.tsx';
import { Loading } from './ui/Loading.tsx';

type Load = () => Promise<{ default: ComponentType }>;

const notFound: Load = () => import('./NotFoundPage.tsx');
/** What has been loaded, by the page's path; '*' for an unknown one. */
const loaded = new Map<string, ReactNode>();
const brokenPage = <RouteFallback />;

/** The page of an address within its guard; its code is loaded once. The fallback of spec §8 stands for what fails to come. */
function contentOf(pathname: string): ReactNode | Promise<ReactNode> {
  const page = pageAt(pathname);
  // Every piece of `web/ui` at a glance, for development alone: the condition is false in a build, which leaves it out.
  const workshop: Load | undefined =
    import.meta.env.DEV && pathname === '/werkstatt' ? () => import('./werkstatt/WerkstattPage.tsx') : undefined;
  const name = page?.path ?? (workshop ? pathname : '*');

  function keep({ default: Content }: { default: ComponentType }) {
    const content = page ? (
      <Guard page={page}>
        <Content />
      </Guard>
    ) : (
      <Content />
    );
    loaded.set(name, content);
    return content;
  }

  const load = page?.load ?? workshop ?? notFound;
  return loaded.get(name) ?? loadChunk(name, load).then(keep, () => brokenPage);
}

/** Begins to load the page of the address; resolves when its code is there, or has failed to come. */
export function openPages(): Promise<void> {
  return openNavigation(contentOf);
}

/** The pages of `pages.ts` inside the shell, every one with the fallback of spec §8. */
export function Pages() {
  return (
    <Router
      around={(page) => <Shell>{page}</Shell>}
      waiting={<Loading />}
      brokenPage={brokenPage}
      broken={<RouteFallback bare />}
    />
  );
}

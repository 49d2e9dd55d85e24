import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import { roles } from '../../src/shared/roles.ts';
import { contents } from './screens.ts';
import type { ScreenState, Who } from './screen-states.ts';

const visitors = { nobody: null, teilnehmer: roles.participant, coach: roles.coach, admin: roles.admin } as const;

/** The part of src/shell/pages.ts that is needed here; for the compiler the screens are a separate program. */
interface Table {
  pages: readonly { path: string }[];
  mayOpen: (page: { path: string }, user: { role: { value: number } } | null) => boolean;
}

/**
 * Every page of the product as everybody who may open it sees it, and how many pages there are. Fails for a page that
 * screens.ts does not describe, and for a description without its page.
 */
export async function allViews(): Promise<{ pages: number; views: ScreenState[] }> {
  const { pages, mayOpen } = (await import(
    pathToFileURL(join(import.meta.dirname, '../../src/shell/pages.ts')).href
  )) as Table;
  expect(Object.keys(contents).toSorted()).toEqual(pages.map(({ path }) => path).toSorted());
  const views = (Object.keys(visitors) as (keyof typeof visitors)[]).flatMap((who) =>
    pages
      .filter((page) => mayOpen(page, visitors[who] && { role: visitors[who] }))
      .map(({ path }): ScreenState => usual(who, path)),
  );
  return { pages: pages.length, views };
}

/** A page right after opening. */
function usual(who: Who, path: string): ScreenState {
  const { shows, search } = contents[path] ?? {};
  return {
    what: path,
    who,
    at: search ? `${path}?${search}` : path,
    reach: async (page) => shows && expect(shows(page)).toBeVisible(),
  };
}

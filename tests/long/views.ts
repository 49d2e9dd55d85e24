import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import { roles } from '../../src/shared/roles.ts';
import { pageContents } from './screens.ts';
import type { ScreenState, Visitor } from './screen-states.ts';

/** The role of each demo account that opens the pages; null for a visitor who is not signed in. */
const rolesByAccount = { nobody: null, teilnehmer: roles.participant, coach: roles.coach, admin: roles.admin } as const;

/**
 * The exports of src/shell/pages.ts that this file uses. Their types are repeated here, because TypeScript compiles the
 * screens separately.
 */
interface PagesModule {
  pages: readonly { path: string }[];
  mayOpen: (page: { path: string }, user: { role: { value: number } } | null) => boolean;
}

/**
 * Returns the number of pages of the product, and a view of every page for each role that may open it. Fails if
 * screens.ts and pages.ts have different pages.
 */
export async function listViews(): Promise<{ pageCount: number; views: ScreenState[] }> {
  const { pages, mayOpen } = (await import(
    pathToFileURL(join(import.meta.dirname, '../../src/shell/pages.ts')).href
  )) as PagesModule;
  expect(Object.keys(pageContents).toSorted()).toEqual(pages.map(({ path }) => path).toSorted());
  const views = (Object.keys(rolesByAccount) as (keyof typeof rolesByAccount)[]).flatMap((visitor) =>
    pages
      .filter((page) => mayOpen(page, rolesByAccount[visitor] && { role: rolesByAccount[visitor] }))
      .map(({ path }): ScreenState => createInitialView(visitor, path)),
  );
  return { pageCount: pages.length, views };
}

/** Returns the view of a page right after the page was opened. */
function createInitialView(visitor: Visitor, path: string): ScreenState {
  const { content, query } = pageContents[path] ?? {};
  return {
    name: path,
    visitor,
    address: query ? `${path}?${query}` : path,
    reach: async (page) => content && expect(content(page)).toBeVisible(),
  };
}

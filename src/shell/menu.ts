import { roleOfId, roles, type Role } from '../shared/roles.ts';
import type { User } from '../shared/user.ts';
import { mayOpen, pages, type Page } from './pages.ts';

export interface MenuSection {
  title: string;
  entries: Page[];
}

/**
 * A general section and one for each role whose pages the person may open, titled role label + 'bereich' (reference
 * 1.4).
 */
export function sectionsFor(user: User | null): MenuSection[] {
  const listed = pages.filter((page) => page.menu && mayOpen(page, user));
  const isAdmin = user !== null && roleOfId(user.role.value) === 'admin';
  const general = {
    title: 'Allgemein',
    entries: listed.filter(({ for: who }) => who === 'everyone' || who === 'signedIn'),
  };
  const byRole = (Object.keys(roles) as Role[]).map((of) => ({
    title: sectionOf(of),
    entries: [
      ...listed.filter((page) => page.for === of),
      ...listed.filter((page) => of === 'admin' && isAdmin && page.alsoForAdmins),
    ],
  }));
  return [general, ...byRole].filter(({ entries }) => entries.length > 0);
}

/** The same with the section of the person's own role first, as the menu at the side lists them. */
export function ownFirst(user: User): MenuSection[] {
  const role = roleOfId(user.role.value);
  const isOwn = ({ title }: MenuSection) => role !== null && title === sectionOf(role);
  const sections = sectionsFor(user);
  return [...sections.filter(isOwn), ...sections.filter((section) => !isOwn(section))];
}

function sectionOf(role: Role): string {
  return `${roles[role].label}bereich`;
}

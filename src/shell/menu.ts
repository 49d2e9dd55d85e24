import { roleOfId, roles, type Role } from '../shared/roles.ts';
import type { User } from '../shared/user.ts';
import { mayOpen, pages, type Page } from './pages.ts';

export interface MenuSection {
  title: string;
  entries: Page[];
}

/**
 * Returns the sections of a user's menu: a general one and one for each role whose pages the user may open. The title
 * of a role's section is the role's label and 'bereich' (reference 1.4). Null stands for a signed-out visitor.
 */
export function sectionsFor(user: User | null): MenuSection[] {
  const menuPages = pages.filter((page) => page.menu && mayOpen(page, user));
  const isAdmin = user !== null && roleOfId(user.role.value) === 'admin';
  const general = {
    title: 'Allgemein',
    entries: menuPages.filter(({ for: audience }) => audience === 'everyone' || audience === 'signedIn'),
  };
  const byRole = (Object.keys(roles) as Role[]).map((role) => ({
    title: sectionTitle(role),
    entries: [
      ...menuPages.filter((page) => page.for === role),
      ...menuPages.filter((page) => role === 'admin' && isAdmin && page.alsoForAdmins),
    ],
  }));
  return [general, ...byRole].filter(({ entries }) => entries.length > 0);
}

/** Returns the sections of a user's menu, the section of the user's own role first, as in the menu at the side. */
export function ownSectionFirst(user: User): MenuSection[] {
  const role = roleOfId(user.role.value);
  const isOwn = ({ title }: MenuSection) => role !== null && title === sectionTitle(role);
  const sections = sectionsFor(user);
  return [...sections.filter(isOwn), ...sections.filter((section) => !isOwn(section))];
}

function sectionTitle(role: Role): string {
  return `${roles[role].label}bereich`;
}

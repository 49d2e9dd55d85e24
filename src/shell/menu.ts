import { roleOfId, roles, type Role } from '../shared/roles.ts';
import type { User } from '../shared/user.ts';
import { mayOpen, pages, type Page } from './pages.ts';

export interface MenuSection {
  title: string;
  entries: Page[];
}

/**
 * Returns the sections of a user's menu: a general section, and a section for each role whose pages the user may open.
 * The title of a role's section is the role's label followed by 'bereich' (reference 1.4). Null stands for a signed-out
 * visitor.
 */
export function sectionsFor(user: User | null): MenuSection[] {
  const menuPages = pages.filter((page) => page.menu && mayOpen(page, user));
  const isAdmin = user !== null && roleOfId(user.role.value) === 'admin';
  const generalSection = {
    title: 'Allgemein',
    entries: menuPages.filter(({ for: audience }) => audience === 'everyone' || audience === 'signedIn'),
  };
  const roleSections = (Object.keys(roles) as Role[]).map((role) => ({
    title: sectionTitle(role),
    entries: [
      ...menuPages.filter((page) => page.for === role),
      ...menuPages.filter((page) => role === 'admin' && isAdmin && page.alsoInAdminSection),
    ],
  }));
  return [generalSection, ...roleSections].filter(({ entries }) => entries.length > 0);
}

/** Returns the sections of a user's menu in the order of the menu at the side: the section of the user's role first. */
export function sectionsWithOwnFirst(user: User): MenuSection[] {
  const role = roleOfId(user.role.value);
  const isOwn = ({ title }: MenuSection) => role !== null && title === sectionTitle(role);
  const sections = sectionsFor(user);
  return [...sections.filter(isOwn), ...sections.filter((section) => !isOwn(section))];
}

function sectionTitle(role: Role): string {
  return `${roles[role].label}bereich`;
}

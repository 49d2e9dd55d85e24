import { fullOverviewPath } from '../../features/appointments/ui/useOverviewFilters.ts';
import { personParts, personSearchPath } from '../../features/accounts/ui/searchAddress.ts';
import { dailyPlanPath } from '../../features/appointments/ui/dailyPlanPath.ts';
import type { SavedView } from '../../features/saved-views/contract.ts';
import { toAddressQuery, type SavedList } from '../../features/saved-views/rules.ts';
import { roleOfId } from '../../shared/roles.ts';
import { containsText, filterPrefixFirst } from '../../shared/search.ts';
import type { User } from '../../shared/user.ts';
import { sectionsWithOwnFirst } from '../menu.ts';
import { mayOpen, pages, type StaffPath } from '../pages.ts';

/** An entry of the command palette, which links to `to`. `detail` distinguishes entries with the same label. */
export interface PaletteEntry {
  group: 'Seiten' | 'Aktionen' | 'Teilnehmer:innen' | 'Ansichten' | 'Coaches' | 'Heute';
  label: string;
  detail: string;
  to: string;
  /** The saved view that the entry shows; its columns belong to its list. */
  view?: { list: SavedList; columns: SavedView['columns'] };
}

/** The maximum number of entries in each group, except for participants. */
const maxEntries = 6;

/**
 * Returns entries for the pages of the menu and the profile menu that match a text. For an empty text, returns the
 * first pages of the menu. The menu begins with the pages for the user's role.
 */
export function pageEntries(user: User, text: string): PaletteEntry[] {
  const menuPages = sectionsWithOwnFirst(user).flatMap(({ title, entries }) =>
    entries.map((page) => ({ ...page, detail: title })),
  );
  const profileMenuPages = pages
    .filter((page) => page.for === 'signedIn' && !page.menu && mayOpen(page, user))
    .map((page) => ({ ...page, detail: 'Profilmenü' }));
  const pagesAsEntries = [...menuPages, ...profileMenuPages].map(({ title, detail, path }): PaletteEntry => ({
    group: 'Seiten',
    label: title,
    detail,
    to: path,
  }));
  return selectMatches(pagesAsEntries, text);
}

/** A page for coaches or admins, or a dialog on it. */
type StaffAddress = StaffPath | `${StaffPath}?${string}`;

/** What staff can do on which page. Admins choose the coach there. */
const staffActions: readonly { label: string; detail: string; coach?: StaffAddress; admin: StaffAddress }[] = [
  {
    label: 'Termin anlegen',
    detail: 'ein oder mehrere Termine',
    coach: '/new-appointment-coach',
    admin: '/new-appointment-admin',
  },
  { label: 'Serie anlegen', detail: 'Termine, die sich wiederholen', coach: '/series-coach', admin: '/series-admin' },
  {
    label: 'Krank melden',
    detail: 'Krankheit, Urlaub oder andere Abwesenheit',
    coach: '/absences-coach?grund=krank',
    admin: '/absences-admin?grund=krank',
  },
  {
    label: 'Nachweis herunterladen',
    detail: 'als Excel oder PDF, in der Terminübersicht',
    admin: '/appointment-overview-admin',
  },
  { label: 'Auslastung ansehen', detail: 'in der Steuerung', admin: '/steering' },
  { label: 'Kalender importieren', detail: 'Termine aus einer Datei', admin: '/new-appointment-upload' },
  { label: 'Teilnehmer:in einladen', detail: 'eine Person', admin: '/invite?dialog=person' },
  { label: 'Mehrere einladen', detail: 'Teilnehmer:innen aus einer Datei', admin: '/invite' },
];

/** Returns what a user can do that matches a text, or nothing for an empty text. */
export function actionEntries(user: User, text: string): PaletteEntry[] {
  if (!text) return [];
  const audience = roleOfId(user.role.value) === 'admin' ? 'admin' : 'coach';
  const entries = staffActions.flatMap(({ label, detail, [audience]: to }): PaletteEntry[] =>
    to === undefined ? [] : [{ group: 'Aktionen', label, detail, to }],
  );
  return entries.filter(({ label, detail }) => containsText(`${label} ${detail}`, text));
}

/** The maximum number of participants that have an entry for each part of their details. */
const maxWithParts = 3;

/**
 * Returns the entries of participants. They lead to a search by e-mail address, which opens a single hit automatically.
 * A few participants also have entries that lead to their appointments and documents.
 */
export function participantEntries(
  participants: readonly { fullName: string; email: string; status: 0 | 1 }[],
  isAdmin: boolean,
): PaletteEntry[] {
  const withParts = participants.length <= maxWithParts;
  return participants.flatMap(({ fullName, email, status }): PaletteEntry[] => {
    const group = 'Teilnehmer:innen';
    const to = personSearchPath({ fullName, email }, isAdmin);
    const entry: PaletteEntry = { group, label: fullName, detail: status === 1 ? `${email}, inaktiv` : email, to };
    if (!withParts) return [entry];
    return [
      entry,
      { group, label: `${fullName}: Termine`, detail: '', to: to + personParts.appointments },
      { group, label: `${fullName}: Unterlagen`, detail: '', to: to + personParts.documents },
    ];
  });
}

/**
 * Returns the user’s saved views of a list whose name matches a text, or none for an empty text (reference 7.20).
 * `today` is the Berlin day, `yyyy-mm-dd`.
 */
export function viewEntries(
  list: SavedList,
  views: readonly Pick<SavedView, 'name' | 'query' | 'columns'>[],
  text: string,
  { isAdmin, today }: { isAdmin: boolean; today: string },
): PaletteEntry[] {
  if (!text) return [];
  const [detail, path] =
    list === 'buchungen'
      ? ['Buchungsübersicht', '/booking-overview']
      : ['Terminübersicht', isAdmin ? '/appointment-overview-admin' : '/appointment-overview-coach'];
  const entries = views.map(({ name, query, columns }): PaletteEntry => ({
    group: 'Ansichten',
    label: name,
    detail,
    to: `${path}?${toAddressQuery(query, today)}`,
    view: { list, columns },
  }));
  return selectMatches(entries, text);
}

/** Returns the coaches who match a text, or none for an empty text. Each entry leads to the coach's appointments. */
export function coachEntries(coaches: readonly { value: number; label: string }[], text: string): PaletteEntry[] {
  if (!text) return [];
  const entries = coaches.map(({ value, label }): PaletteEntry => ({
    group: 'Coaches',
    label,
    detail: 'Termine',
    to: `/appointment-overview-admin?coach=${value}`,
  }));
  return selectMatches(entries, text);
}

/** One of today's appointments from the daily plan. `timeSlot` is 'HH:mm - HH:mm'. */
interface TodaysAppointment {
  id: number;
  date: string;
  timeSlot: string;
  participantFullName: string;
  coachFullName?: string | undefined;
}

/** Returns today's appointments that match a text. Admins also get a link to today's appointments in the overview. */
export function todayEntries(
  date: string,
  plan: readonly TodaysAppointment[],
  text: string,
  isAdmin: boolean,
): PaletteEntry[] {
  const overviewEntries: PaletteEntry[] = isAdmin
    ? [{ group: 'Heute', label: 'Termine von heute', detail: '', to: fullOverviewPath({ from: date, till: date }, {}) }]
    : [];
  const appointments = plan.map((entry): PaletteEntry => ({
    group: 'Heute',
    label: `${entry.timeSlot} Uhr, ${entry.participantFullName}`,
    detail: entry.coachFullName ? `bei ${entry.coachFullName}` : '',
    to: dailyPlanPath(entry),
  }));
  return selectMatches([...overviewEntries, ...appointments], text);
}

function selectMatches(entries: PaletteEntry[], text: string): PaletteEntry[] {
  return (text ? filterPrefixFirst(entries, { inputValue: text }) : entries).slice(0, maxEntries);
}

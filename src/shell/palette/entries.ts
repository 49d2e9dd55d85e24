import { overviewAddress } from '../../features/appointments/ui/useOverviewFilters.ts';
import { personSearchPath } from '../../features/accounts/ui/searchAddress.ts';
import { planAddress } from '../../features/appointments/ui/planAddress.ts';
import { filterPrefixFirst } from '../../shared/search.ts';
import type { User } from '../../shared/user.ts';
import { ownSectionFirst } from '../menu.ts';
import { mayOpen, pages } from '../pages.ts';

/** An entry of the palette, which links to `to`. `detail` tells apart entries with the same label. */
export interface PaletteEntry {
  group: 'Seiten' | 'Teilnehmer:innen' | 'Coaches' | 'Heute';
  label: string;
  more: string;
  to: string;
}

/** The maximum number of pages, of coaches and of appointments in the list. */
const maxEntries = 6;

/** Returns the pages of both menus that match a text; without a text, the first ones of the user's own section. */
export function pageEntries(user: User, text: string): PaletteEntry[] {
  const inMenu = ownSectionFirst(user).flatMap(({ title, entries }) =>
    entries.map((page) => ({ ...page, more: title })),
  );
  const inProfile = pages
    .filter((page) => page.for === 'signedIn' && !page.menu && mayOpen(page, user))
    .map((page) => ({ ...page, more: 'Profilmenü' }));
  const all = [...inMenu, ...inProfile].map(({ title, more, path }): PaletteEntry => ({
    group: 'Seiten',
    label: title,
    more,
    to: path,
  }));
  return selectMatches(all, text);
}

/** Returns a participant's entry; it leads to the search by e-mail address, which opens a single hit automatically. */
export function participantEntry(
  { fullName, email, status }: { fullName: string; email: string; status: 0 | 1 },
  admin: boolean,
): PaletteEntry {
  return {
    group: 'Teilnehmer:innen',
    label: fullName,
    more: status === 1 ? `${email}, inaktiv` : email,
    to: personSearchPath({ fullName, email }, admin),
  };
}

/** Returns the coaches who match a text; each entry leads to the coach's appointments. */
export function coachEntries(coaches: readonly { value: number; label: string }[], text: string): PaletteEntry[] {
  if (!text) return [];
  const all = coaches.map(({ value, label }): PaletteEntry => ({
    group: 'Coaches',
    label,
    more: 'Termine',
    to: `/appointment-overview-admin?coach=${value}`,
  }));
  return selectMatches(all, text);
}

/** One of today's appointments from the plan; `timeSlot` is 'HH:mm - HH:mm'. */
interface TodaysAppointment {
  id: number;
  date: string;
  timeSlot: string;
  participantFullName: string;
  coachFullName?: string | undefined;
}

/** Returns today's appointments: a coach's own, or for admins those of all coaches and a link to the overview. */
export function todayEntries(
  date: string,
  plan: readonly TodaysAppointment[],
  text: string,
  admin: boolean,
): PaletteEntry[] {
  const list: PaletteEntry[] = admin
    ? [{ group: 'Heute', label: 'Termine von heute', more: '', to: overviewAddress({ from: date, till: date }, {}) }]
    : [];
  const appointments = plan.map((entry): PaletteEntry => ({
    group: 'Heute',
    label: `${entry.timeSlot} Uhr, ${entry.participantFullName}`,
    more: entry.coachFullName ? `bei ${entry.coachFullName}` : '',
    to: planAddress(entry),
  }));
  return selectMatches([...list, ...appointments], text);
}

function selectMatches(entries: PaletteEntry[], text: string): PaletteEntry[] {
  return (text ? filterPrefixFirst(entries, { inputValue: text }) : entries).slice(0, maxEntries);
}

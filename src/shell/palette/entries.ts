import { overviewAddress } from '../../features/appointments/ui/useOverviewFilters.ts';
import { personSearchPath } from '../../features/accounts/ui/searchAddress.ts';
import { planAddress } from '../../features/appointments/ui/planAddress.ts';
import { filterPrefixFirst } from '../../shared/search.ts';
import type { User } from '../../shared/user.ts';
import { ownSectionFirst } from '../menu.ts';
import { mayOpen, pages } from '../pages.ts';

/** An entry of the palette, which links to `to`. `more` distinguishes entries with the same label. */
export interface PaletteEntry {
  group: 'Seiten' | 'Teilnehmer:innen' | 'Coaches' | 'Heute';
  label: string;
  more: string;
  to: string;
}

/** The maximum number of entries in each group, except for participants. */
const maxEntries = 6;

/**
 * Returns the pages in the menu and the profile menu that match a text; for an empty text, those of the user's role.
 */
export function pageEntries(user: User, text: string): PaletteEntry[] {
  const inMenu = ownSectionFirst(user).flatMap(({ title, entries }) =>
    entries.map((page) => ({ ...page, more: title })),
  );
  const inProfile = pages
    .filter((page) => page.for === 'signedIn' && !page.menu && mayOpen(page, user))
    .map((page) => ({ ...page, more: 'Profilmenü' }));
  const pagesAsEntries = [...inMenu, ...inProfile].map(({ title, more, path }): PaletteEntry => ({
    group: 'Seiten',
    label: title,
    more,
    to: path,
  }));
  return selectMatches(pagesAsEntries, text);
}

/** Returns a participant's entry. It leads to a search by e-mail address, which opens a single hit automatically. */
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
  const entries = coaches.map(({ value, label }): PaletteEntry => ({
    group: 'Coaches',
    label,
    more: 'Termine',
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
  admin: boolean,
): PaletteEntry[] {
  const overviewEntries: PaletteEntry[] = admin
    ? [{ group: 'Heute', label: 'Termine von heute', more: '', to: overviewAddress({ from: date, till: date }, {}) }]
    : [];
  const appointments = plan.map((entry): PaletteEntry => ({
    group: 'Heute',
    label: `${entry.timeSlot} Uhr, ${entry.participantFullName}`,
    more: entry.coachFullName ? `bei ${entry.coachFullName}` : '',
    to: planAddress(entry),
  }));
  return selectMatches([...overviewEntries, ...appointments], text);
}

function selectMatches(entries: PaletteEntry[], text: string): PaletteEntry[] {
  return (text ? filterPrefixFirst(entries, { inputValue: text }) : entries).slice(0, maxEntries);
}

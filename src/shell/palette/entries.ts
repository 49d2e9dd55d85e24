import { overviewAddress } from '../../features/appointments/ui/useOverviewChoice.ts';
import { searchAddress } from '../../features/accounts/ui/searchAddress.ts';
import { planAddress } from '../../features/appointments/ui/planAddress.ts';
import { beginningsFirst } from '../../shared/search.ts';
import type { User } from '../../shared/user.ts';
import { ownFirst } from '../menu.ts';
import { mayOpen, pages } from '../pages.ts';

/** A target of the palette. `more` distinguishes entries of the same name. */
export interface Entry {
  group: 'Seiten' | 'Teilnehmer:innen' | 'Coaches' | 'Heute';
  label: string;
  more: string;
  to: string;
}

/** How many pages, coaches and appointments are listed at most. */
const maxEntries = 6;

/** The pages in the menu and the profile menu that match a text; without a text, the first ones of the own section. */
export function pageEntries(user: User, typed: string): Entry[] {
  const inMenu = ownFirst(user).flatMap(({ title, entries }) => entries.map((page) => ({ ...page, more: title })));
  const inProfile = pages
    .filter((page) => page.for === 'signedIn' && !page.menu && mayOpen(page, user))
    .map((page) => ({ ...page, more: 'Profilmenü' }));
  const all = [...inMenu, ...inProfile].map(({ title, more, path }): Entry => ({
    group: 'Seiten',
    label: title,
    more,
    to: path,
  }));
  return sought(all, typed);
}

/** A participant's entry; leads to the search by e-mail address, which opens a single hit by itself. */
export function participantEntry(
  { fullName, email, status }: { fullName: string; email: string; status: 0 | 1 },
  admin: boolean,
): Entry {
  return {
    group: 'Teilnehmer:innen',
    label: fullName,
    more: status === 1 ? `${email}, inaktiv` : email,
    to: searchAddress({ fullName, email }, admin),
  };
}

/** The coaches who match a text; each leads to their appointments. */
export function coachEntries(coaches: readonly { value: number; label: string }[], typed: string): Entry[] {
  if (!typed) return [];
  const all = coaches.map(({ value, label }): Entry => ({
    group: 'Coaches',
    label,
    more: 'Termine',
    to: `/appointment-overview-admin?coach=${value}`,
  }));
  return sought(all, typed);
}

/** One of today's appointments from the plan; `timeSlot` 'HH:mm - HH:mm'. */
interface OfToday {
  id: number;
  date: string;
  timeSlot: string;
  participantFullName: string;
  coachFullName?: string | undefined;
}

/** Today's appointments, the person's own or for admins all of them, and for admins a link to the overview. */
export function todayEntries(date: string, plan: readonly OfToday[], typed: string, admin: boolean): Entry[] {
  const list: Entry[] = admin
    ? [{ group: 'Heute', label: 'Termine von heute', more: '', to: overviewAddress({ from: date, till: date }, {}) }]
    : [];
  const appointments = plan.map((entry): Entry => ({
    group: 'Heute',
    label: `${entry.timeSlot} Uhr, ${entry.participantFullName}`,
    more: entry.coachFullName ? `bei ${entry.coachFullName}` : '',
    to: planAddress(entry),
  }));
  return sought([...list, ...appointments], typed);
}

function sought(entries: Entry[], typed: string): Entry[] {
  return (typed ? beginningsFirst(entries, { inputValue: typed }) : entries).slice(0, maxEntries);
}

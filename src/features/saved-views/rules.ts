import { addDays, isDate } from '../../shared/berlin.ts';
import { lastMonthOf } from '../../shared/date-range.ts';

/** The lists whose views can be saved: the overviews of appointments and of bookings. */
export const savedLists = ['termine', 'buchungen'] as const;
export type SavedList = (typeof savedLists)[number];

/** The limits of saved views: how many a person can have of a list, and the lengths of names and queries. */
export const viewLimits = { views: 20, name: 40, query: 300, columns: 20 } as const;

/** The parameters of a list's URL that a view holds. None of them is a text that somebody has typed. */
const filterNames: Record<SavedList, readonly string[]> = {
  termine: ['tage', 'von', 'bis', 'ohne', 'coach', 'art', 'sortierung'],
  buchungen: ['tage', 'von', 'bis', 'coach'],
};

/** A range of days as numbers of days after today (before today, if negative). */
export interface DayOffsets {
  from: number;
  till: number;
}

/** A range that a list offers as a button: days after today, or the month before this one. */
export type NamedRange = DayOffsets | { isLastMonth: true };

/** What a saved query has as `tage` for the month before the one in which it is opened. */
const lastMonthName = 'letzter-monat';

/** Whether a query can be saved: it has only filters of the list, without typed texts (reference 7.20). */
export function isSavableQuery(list: SavedList, query: string): boolean {
  if (query.length > viewLimits.query) return false;
  return [...new URLSearchParams(query)].every(
    ([name, value]) => filterNames[list].includes(name) && /^[a-z0-9.,-]*$/.test(value),
  );
}

/**
 * Returns the query that is saved for a list's URL (reference 7.20). A range that one of the `presets` gives today moves
 * along with the days: it is saved as the numbers of its days after today, `tage=-29..0`, or as `tage=letzter-monat`.
 * `range` are the days shown, `yyyy-mm-dd`.
 */
export function toSavedQuery(
  list: SavedList,
  address: URLSearchParams,
  { range, presets, today }: { range: { from: string; till: string }; presets: readonly NamedRange[]; today: string },
): string {
  const preset = presets.find((named) => {
    const { from, till } = daysOf(named, today);
    return from === range.from && till === range.till;
  });
  const query = new URLSearchParams(preset ? { tage: nameOf(preset) } : { von: range.from, bis: range.till });
  for (const name of filterNames[list]) {
    const value = address.get(name);
    if (value && !['tage', 'von', 'bis'].includes(name)) query.set(name, value);
  }
  return decodeURIComponent(query.toString());
}

const daysOf = (named: NamedRange, today: string) =>
  'isLastMonth' in named ? lastMonthOf(today) : { from: addDays(today, named.from), till: addDays(today, named.till) };

const nameOf = (named: NamedRange) => ('isLastMonth' in named ? lastMonthName : `${named.from}..${named.till}`);

/** Returns the range that a saved query names, or null if it names none. */
function namedRangeOf(name: string | null): NamedRange | null {
  if (name === lastMonthName) return { isLastMonth: true };
  const offsets = /^(-?\d{1,4})\.\.(-?\d{1,4})$/.exec(name ?? '');
  return offsets && { from: Number(offsets[1]), till: Number(offsets[2]) };
}

/** Whether the range of a saved query moves along with the days or months (reference 7.20). */
export const isRangeMoving = (savedQuery: string): boolean => new URLSearchParams(savedQuery).get('tage') !== null;

/** Returns the query of the URL that a saved query stands for today. `today` is the Berlin day, `yyyy-mm-dd`. */
export function toAddressQuery(savedQuery: string, today: string): string {
  const query = new URLSearchParams(savedQuery);
  const named = namedRangeOf(query.get('tage'));
  query.delete('tage');
  if (named) {
    const { from, till } = daysOf(named, today);
    query.set('von', from);
    query.set('bis', till);
  }
  for (const name of ['von', 'bis']) if (!isDate(query.get(name) ?? '')) query.delete(name);
  return query.toString();
}

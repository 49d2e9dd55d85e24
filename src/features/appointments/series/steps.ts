import { audit } from '../../audit/exports.ts';
import { holidaysOf } from '../../calendar-feed/exports.ts';
import { holidayYears } from '../../calendar-feed/rules.ts';
import { offerFreed } from '../../waiting/exports.ts';
import { notFound, type ServerError } from '../../../platform/server-error.ts';
import { readClock, refusedBy, type Tx } from '../../../platform/database/db.ts';
import type { App } from '../../../platform/http/calls/handler.ts';
import { instantOf } from '../../../shared/berlin.ts';
import type { State } from '../../../shared/states.ts';
import { rowProblems } from '../import-files/csv.adapter.ts';
import { CoachCalendar, liesInAbsence } from '../rules.ts';
import { addSlots, listAbsences, listSlots, lockCoach, typeIds } from '../sql.ts';
import type { SeriesEntry } from './contract.ts';
import {
  countEntries,
  entriesOf,
  entryStates,
  isTooLong,
  seriesLimits,
  type EntryState,
  type SeriesPlan,
} from './rules.ts';
import * as sql from './sql.ts';

/** A series for a coach. With `expect` the person `by` makes it, if exactly this many appointments are new. */
interface SeriesRequest {
  plan: SeriesPlan;
  coach: number;
  by: number;
  /** Null for a preview. */
  expect: number | null;
}

type Refusal = 'rangeTooLong' | 'tooMany' | 'inactive' | 'stale';

const meanings = { appointment_coach_overlap: 'stale', appointment_in_absence: 'stale' } as const;

/** An appointment of the pattern with its instants; both are the present if a clock change skips its times. */
interface Placed {
  entry: SeriesEntry;
  start: Date;
  end: Date;
}

/**
 * Plans a series in the given transaction and, with `expect`, makes all of its new appointments (reference 7.13),
 * offers them to those who wait and writes the audit entry. Throws the refusals of the call, and 404 for an unknown
 * coach. The form of the plan must have been checked.
 */
export async function planSeries(
  tx: Tx,
  app: App,
  { plan, coach, by, expect }: SeriesRequest,
  refuse: (code: Refusal) => ServerError,
): Promise<{ seriesId: number | null; entries: SeriesEntry[]; counts: Record<EntryState, number> }> {
  if (isTooLong(plan)) throw refuse('rangeTooLong');
  if (countEntries(plan) > seriesLimits.entries) throw refuse('tooMany');
  // Others who add to this calendar or deactivate its coach wait until the series is made.
  if (expect !== null && app.locks) await lockCoach(tx, coach);
  const owner = await sql.findOwner(tx, coach);
  if (!owner) throw notFound();
  if (!owner.active) throw refuse('inactive');
  const placed = await place(tx, app, plan, coach, owner.state ?? app.settings.providerConfig.state);
  const entries = placed.map(({ entry }) => entry);
  const counts = Object.fromEntries(
    entryStates.map((state) => [state, entries.filter((entry) => entry.state === state).length]),
  ) as Record<EntryState, number>;
  if (expect === null) return { seriesId: null, entries, counts };
  if (counts.new !== expect) throw refuse('stale');
  const made = placed.filter(({ entry }) => entry.state === 'new');
  if (made.length === 0) return { seriesId: null, entries, counts };

  let seriesId = 0;
  let slots: Map<string, number> | undefined;
  const broken = await refusedBy(meanings, async () => {
    seriesId = await sql.addSeries(tx, coach, plan);
    const typeId = typeIds[plan.type];
    slots = await addSlots(
      tx,
      made.map(({ start, end }) => ({ coach, typeId, series: seriesId, import: null, start, end })),
    );
  });
  if (broken) throw refuse(broken);
  await audit(tx, { actor: by, action: 'seriesMade', person: coach });
  await offerFreed(tx, app, [...(slots?.values() ?? [])]);
  return { seriesId, entries, counts };
}

/** The appointments of a plan with the state of each; the clock is read last. */
async function place(tx: Tx, app: App, plan: SeriesPlan, coach: number, state: State | null): Promise<Placed[]> {
  const times = entriesOf(plan).map((entry) => ({
    entry,
    start: instantOf(entry.date, entry.fromTime),
    end: instantOf(entry.date, entry.tillTime),
  }));
  const instants = times.flatMap(({ start, end }) => [...(start ? [start] : []), ...(end ? [end] : [])]);
  const [first, last] = [instants[0], instants.at(-1)];
  const stored = first && last ? await listSlots(tx, [coach], first, last) : [];
  const absences = first && last ? await listAbsences(tx, [coach], first, last) : [];
  const calendar = new CoachCalendar(
    stored.map(({ type, start, end }) => ({ type, start: start.getTime(), end: end.getTime() })),
  );
  const holidays = namesOfHolidays(plan, state);
  const now = await readClock(tx, app.clock);
  return times.map(({ entry, start, end }) => {
    const withState = (entryState: EntryState, message: string) => ({ ...entry, state: entryState, message });
    if (!start || !end || start >= end) {
      return { entry: withState('clockChange', rowProblems.invalidTime), start: now, end: now };
    }
    const decide = () => {
      if (start <= now) return withState('past', rowProblems.inPast);
      // Appointments of one pattern never overlap, so one that is added here but not made blocks no other.
      const slot = { type: plan.type, start: start.getTime(), end: end.getTime() };
      const added = calendar.add(slot);
      if (added === 'alreadyExists') return withState('exists', rowProblems.alreadyExists);
      const holiday = holidays.get(entry.date);
      if (holiday !== undefined) return withState('holiday', `Feiertag: ${holiday}`);
      if (liesInAbsence(slot, absences)) return withState('absent', rowProblems.absent);
      return added === 'overlap' ? withState('conflict', rowProblems.overlap) : withState('new', 'Neuer Termin');
    };
    return { entry: decide(), start, end };
  });
}

/** The holidays of a plan's years by date. */
function namesOfHolidays({ fromDate, tillDate }: SeriesPlan, state: State | null): Map<string, string> {
  const names = new Map<string, string>();
  if (state === null) return names;
  const from = Math.max(Number(fromDate.slice(0, 4)), holidayYears.first);
  const till = Math.min(Number(tillDate.slice(0, 4)), holidayYears.last);
  for (let year = from; year <= till; year++)
    for (const { date, name } of holidaysOf(year, state)) names.set(date, name);
  return names;
}

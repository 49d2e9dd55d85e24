import { audit } from '../../audit/exports.ts';
import { holidaysOf } from '../../calendar-feed/exports.ts';
import { holidayYears } from '../../calendar-feed/rules.ts';
import { offerFreedSlots } from '../../waiting/exports.ts';
import { notFound, type ServerError } from '../../../platform/server-error.ts';
import { readClock, catchViolation, type Tx } from '../../../platform/database/db.ts';
import type { App } from '../../../platform/http/calls/handler.ts';
import { instantOf } from '../../../shared/berlin.ts';
import type { FederalState } from '../../../shared/states.ts';
import { rowProblems } from '../import-files/csv.adapter.ts';
import { CoachCalendar, overlapsAbsence } from '../rules.ts';
import { insertFreeSlots, listAbsences, listSlots, lockCoach, typeIds } from '../sql.ts';
import type { SeriesEntry } from './contract.ts';
import {
  countEntries,
  toPlannedTimes,
  entryStates,
  isTooLong,
  seriesLimits,
  type EntryState,
  type SeriesPlan,
} from './rules.ts';
import * as sql from './sql.ts';

/** The plan of a series for a coach, which the person `by` previews or creates. */
interface SeriesRequest {
  plan: SeriesPlan;
  coach: number;
  by: number;
  /** The series is created only if exactly this many appointments are new; null for a preview. */
  expectedCount: number | null;
}

type Refusal = 'rangeTooLong' | 'tooMany' | 'inactive' | 'stale';

const refusalsByConstraint = { appointment_coach_overlap: 'stale', appointment_in_absence: 'stale' } as const;

/** An appointment of the pattern with its instants. If a clock change affects it, both are the current time. */
interface PlannedSlot {
  entry: SeriesEntry;
  start: Date;
  end: Date;
}

/**
 * Previews a series in the given transaction. With `expectedCount` it also creates all new appointments (reference
 * 7.13), offers them to the waiting list and writes the audit entry. Throws the refusals of the call, and 404 for an
 * unknown coach. The plan must be valid.
 */
export async function planSeries(
  tx: Tx,
  app: App,
  { plan, coach, by, expectedCount }: SeriesRequest,
  refuse: (code: Refusal) => ServerError,
): Promise<{ seriesId: number | null; entries: SeriesEntry[]; counts: Record<EntryState, number> }> {
  if (isTooLong(plan)) throw refuse('rangeTooLong');
  if (countEntries(plan) > seriesLimits.entries) throw refuse('tooMany');
  // Transactions that add to this calendar or deactivate its coach wait until the series is created.
  if (expectedCount !== null && app.usesLocks) await lockCoach(tx, coach);
  const coachRow = await sql.selectCoach(tx, coach);
  if (!coachRow) throw notFound();
  if (!coachRow.active) throw refuse('inactive');
  const plannedSlots = await planSlots(
    tx,
    app,
    plan,
    coach,
    coachRow.federalState ?? app.settings.providerConfig.state,
  );
  const entries = plannedSlots.map(({ entry }) => entry);
  const counts = Object.fromEntries(
    entryStates.map((state) => [state, entries.filter((entry) => entry.state === state).length]),
  ) as Record<EntryState, number>;
  if (expectedCount === null) return { seriesId: null, entries, counts };
  if (counts.new !== expectedCount) throw refuse('stale');
  const newSlots = plannedSlots.filter(({ entry }) => entry.state === 'new');
  if (newSlots.length === 0) return { seriesId: null, entries, counts };

  let seriesId = 0;
  let createdSlots: Map<string, number> | undefined;
  const violation = await catchViolation(refusalsByConstraint, async () => {
    seriesId = await sql.insertSeries(tx, coach, plan);
    const typeId = typeIds[plan.type];
    createdSlots = await insertFreeSlots(
      tx,
      newSlots.map(({ start, end }) => ({ coach, typeId, series: seriesId, import: null, start, end })),
    );
  });
  if (violation) throw refuse(violation);
  await audit(tx, { actor: by, action: 'seriesMade', person: coach });
  await offerFreedSlots(tx, app, [...(createdSlots?.values() ?? [])]);
  return { seriesId, entries, counts };
}

/** Returns the appointments of a plan with the state of each. The clock is read after the calendar. */
async function planSlots(
  tx: Tx,
  app: App,
  plan: SeriesPlan,
  coach: number,
  federalState: FederalState | null,
): Promise<PlannedSlot[]> {
  const times = toPlannedTimes(plan).map((entry) => ({
    entry,
    start: instantOf(entry.date, entry.fromTime),
    end: instantOf(entry.date, entry.tillTime),
  }));
  const instants = times.flatMap(({ start, end }) => [...(start ? [start] : []), ...(end ? [end] : [])]);
  const [first, last] = [instants[0], instants.at(-1)];
  const storedSlots = first && last ? await listSlots(tx, [coach], first, last) : [];
  const absences = first && last ? await listAbsences(tx, [coach], first, last) : [];
  const calendar = new CoachCalendar(
    storedSlots.map(({ type, start, end }) => ({ type, start: start.getTime(), end: end.getTime() })),
  );
  const holidays = namesOfHolidays(plan, federalState);
  const now = await readClock(tx, app.clock);
  return times.map(({ entry, start, end }) => {
    const withState = (entryState: EntryState, message: string) => ({ ...entry, state: entryState, message });
    if (!start || !end || start >= end) {
      return { entry: withState('clockChange', rowProblems.invalidTime), start: now, end: now };
    }
    const decideEntry = () => {
      if (start <= now) return withState('past', rowProblems.inPast);
      // Appointments of one pattern never overlap, so adding one that will not be created (a holiday) blocks no other.
      const slot = { type: plan.type, start: start.getTime(), end: end.getTime() };
      const result = calendar.add(slot);
      if (result === 'alreadyExists') return withState('exists', rowProblems.alreadyExists);
      const holiday = holidays.get(entry.date);
      if (holiday !== undefined) return withState('holiday', `Feiertag: ${holiday}`);
      if (overlapsAbsence(slot, absences)) return withState('absent', rowProblems.absent);
      return result === 'overlap' ? withState('conflict', rowProblems.overlap) : withState('new', 'Neuer Termin');
    };
    return { entry: decideEntry(), start, end };
  });
}

/** Returns the names of the holidays in a plan's years, by date. */
function namesOfHolidays({ fromDate, tillDate }: SeriesPlan, federalState: FederalState | null): Map<string, string> {
  const names = new Map<string, string>();
  if (federalState === null) return names;
  const from = Math.max(Number(fromDate.slice(0, 4)), holidayYears.first);
  const till = Math.min(Number(tillDate.slice(0, 4)), holidayYears.last);
  for (let year = from; year <= till; year++)
    for (const { date, name } of holidaysOf(year, federalState)) names.set(date, name);
  return names;
}

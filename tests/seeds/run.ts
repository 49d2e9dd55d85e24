import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { expect } from 'vitest';
import {
  declineOffer,
  joinWaitingList,
  leaveWaitingList,
  listMyWaitingEntries,
} from '../../src/features/waiting/contract.ts';
import { findViolations } from '../../src/operations/privacy/invariants.ts';
import { addDays, instantOf } from '../../src/shared/berlin.ts';
import type { Call } from '../../src/shared/call.ts';
import { openCalendar, stateOf, type CalendarState } from '../model/calendar.ts';
import { openInboxes } from '../model/inboxes.ts';
import { Model, type CalendarAction } from '../model/model.ts';
import { nextClockChange, nextDateOn } from '../support/next-days.ts';
import type { startSmtp } from '../support/smtp.ts';
import type { World } from '../support/world.ts';
import { docx, InterruptedPortal, unknownOutcome } from './portal.ts';
import { describeStep, type FaultyStep } from './steps.ts';

/** Something that is about to be done in the portal. */
interface Operation {
  /** Returns the model afterwards and the expected outcome, which is null if it may be any but a fault. */
  predict: (model: Model) => { next: Model; outcome: string | null };
  run: () => Promise<string>;
}

/** An operation that was done, with its outcome. */
interface DoneOperation extends Pick<Operation, 'predict'> {
  outcome: string;
}

/** The servers that the portal of a run uses in addition to the world's database. */
export interface RunServers {
  smtp: Awaited<ReturnType<typeof startSmtp>>;
  storePort: number;
}

/** The model's first day is far enough ahead that every booking can be cancelled. */
const daysUntilFirstDay = 9;
const minuteMs = 60_000;
/** How many minutes pass in a step, by the index of its day. A slot is held for two hours. */
const waits = [3, 3, 45, 150];

/** Returns the first day of the calendars: an ordinary day, or one shortly before a clock change or a special date. */
function chooseFirstDate(seed: number): string {
  const eve = (date: string) => addDays(date, -1);
  const firstDates = [
    () => nextDateOn('05-04'),
    () => eve(nextClockChange('spring')),
    () => eve(nextClockChange('autumn')),
    () => eve(nextDateOn('02-29')),
    () => nextDateOn('12-30'),
  ];
  return firstDates[seed % firstDates.length]?.() ?? '';
}

/**
 * Runs the steps in a portal with new people and calendars, with the interruptions of each step. After each step, the
 * calendars must be as the model predicts, and the doctor's invariants must hold. In the end, every person must have
 * been notified of exactly their bookings, and every document must be readable. Returns a log, which has no ids and no
 * instants, so that the same seed and steps return the same log.
 */
export async function runFaultySteps(
  world: World,
  { smtp, storePort }: RunServers,
  { seed, steps, usesLocks = true }: { seed: number; steps: readonly FaultyStep[]; usesLocks?: boolean },
): Promise<string[]> {
  const log: string[] = [];
  const firstDate = chooseFirstDate(seed);
  const noon = instantOf(addDays(firstDate, -daysUntilFirstDay), '12:00');
  world.clock.shiftMs = Number(noon) - Date.now();
  smtp.state.received = [];
  // People of earlier runs would get offers of this run's slots.
  await sql`
    UPDATE waiting_entry SET ended_at = now(), ended_by = 'left', place = NULL WHERE ended_at IS NULL
  `.execute(world.db);
  const portal = await InterruptedPortal.start(world, { mailServer: smtp.port, store: storePort }, { usesLocks });
  const calendar = await openCalendar(world, firstDate, async (call: Call, person, input) => {
    const session = await world.signIn(person);
    return () => portal.call(call, session, input);
  });
  const inboxes = openInboxes();
  /** The names of the documents whose upload succeeded, with the participants' ids. */
  const acknowledgedUploads: { participantId: number; name: string }[] = [];
  let model = new Model();
  let uploadCount = 0;

  /** Returns an operation that does not change the calendars, and may be refused. */
  const unpredicted = (run: () => Promise<string>): Operation => ({
    predict: (unchanged) => ({ next: unchanged, outcome: null }),
    run,
  });

  async function prepare(step: FaultyStep): Promise<Operation | null> {
    const { action } = step;
    if (action === 'wait') return null;
    if (action === 'runJobs') return unpredicted(() => portal.runJobs());
    if (!isOtherAction(action)) {
      const calendarStep = { ...step, action };
      const plannedCall = await calendar.planCall(model, calendarStep);
      return plannedCall && { predict: (before) => before.after(calendarStep), run: plannedCall.make };
    }
    if (!model.isActive(step.participant)) return null;
    const participantId = calendar.participantIds[step.participant] ?? 0;
    const session = await world.signIn(participantId);
    if (action === 'upload') {
      const name = `Lebenslauf ${++uploadCount}.docx`;
      return unpredicted(async () => {
        const outcome = await portal.upload(session, name);
        if (outcome === 'success') acknowledgedUploads.push({ participantId, name });
        return outcome;
      });
    }
    if (action === 'joinWaitingList') {
      const coachId = step.targetDay % 2 === 0 ? null : calendar.coachIds[step.coach];
      const days = { fromDate: firstDate, tillDate: addDays(firstDate, step.day) };
      return unpredicted(() => portal.call(joinWaitingList, session, { coachId, ...days }));
    }
    const { body } = await world.call(listMyWaitingEntries, session);
    const waitingId = body.data?.[0]?.waitingId;
    if (waitingId === undefined) return null;
    const call = action === 'leaveWaitingList' ? leaveWaitingList : declineOffer;
    return unpredicted(() => portal.call(call, session, { waitingId }));
  }

  async function receiveMails(): Promise<void> {
    for (const { recipients, bytes } of smtp.state.received.splice(0))
      await inboxes.receive(recipients.join(), bytes, { mayRepeat: true });
  }

  /** Checks the state of the portal after operations; returns the log's words for their outcomes. */
  async function settle(done: readonly DoneOperation[]): Promise<string> {
    await portal.recover();
    smtp.state.chooseRecipientReplyCode = () => 250;
    await receiveMails();
    await calendar.replaceErasedParticipants();
    const state = await calendar.readState();
    const nextModel = findModel(model, done, state);
    if (!nextModel) {
      const outcomes = done.map(({ outcome, predict }) => ({ outcome, predicted: predict(model).outcome }));
      expect({ outcomes, ...state }).toEqual({
        outcomes: 'as predicted',
        ...stateOf(done[0]?.predict(model).next ?? model),
      });
    }
    model = nextModel ?? model;
    expect(await findViolations(world.db)).toEqual([]);
    return done.map(({ outcome }) => outcome).join(', ');
  }

  /** Runs an operation, and the next one while a request of the first one is held; returns the outcomes. */
  async function runWithInterruption(
    { interruption, refusesRecipients }: FaultyStep,
    first: Operation,
    second: Operation | null,
  ): Promise<{ outcomes: DoneOperation[]; ranSecond: boolean }> {
    smtp.state.chooseRecipientReplyCode = () => (refusesRecipients ? 451 : 250);
    const interrupted = interruption ? portal.interrupt(interruption).then(() => true) : null;
    const running = first.run();
    const wasReached = interrupted && (await Promise.race([interrupted, running.then(() => false)]));
    if (wasReached && interruption?.effect === 'held' && second) {
      const runningSecond = second.run();
      await portal.waitUntilBlocked(runningSecond);
      await portal.recover();
      const [outcome, secondOutcome] = await Promise.all([running, runningSecond]);
      expect([outcome, secondOutcome]).not.toContain(unknownOutcome);
      return {
        outcomes: [
          { predict: first.predict, outcome },
          { predict: second.predict, outcome: secondOutcome },
        ],
        ranSecond: true,
      };
    }
    if (interruption?.effect === 'held') await portal.recover();
    const outcome = await running;
    if (!wasReached || interruption?.effect === 'held') expect(outcome).not.toBe(unknownOutcome);
    return { outcomes: [{ predict: first.predict, outcome }], ranSecond: false };
  }

  try {
    for (let index = 0; index < steps.length; index++) {
      const step = steps[index];
      if (!step) break;
      log.push(`${index} ${describeStep(step)}`);
      if (step.action === 'wait') {
        const minutes = waits[step.day] ?? 0;
        model.wait(minutes);
        world.clock.shiftMs += minutes * minuteMs;
      }
      const operation = await prepare(step);
      if (!operation) continue;
      const nextStep = step.isRepeated ? step : steps[index + 1];
      const isHeld = step.interruption?.effect === 'held';
      const secondOperation = isHeld && nextStep ? await prepare(nextStep) : null;
      const { outcomes, ranSecond } = await runWithInterruption(step, operation, secondOperation);
      if (ranSecond && nextStep) log.push(`  meanwhile ${describeStep(nextStep)}`);
      if (ranSecond && !step.isRepeated) index++;
      log.push(`  ${await settle(outcomes)}`);
    }
    await finish();
  } catch (error) {
    throw new Error([`seed ${seed}:`, ...log].join('\n'), { cause: error });
  } finally {
    world.clock.shiftMs = 0;
    await portal.close();
  }
  return log;

  /** Runs the jobs without faults until nothing waits, and checks what everybody has been notified of and can read. */
  async function finish(): Promise<void> {
    const countWaitingMails = async () => {
      const { rows } = await sql<{ count: number }>`
        SELECT count(*)::int AS count FROM mail WHERE num_nonnulls(sent_at, failed_at, overtaken_at) = 0
      `.execute(world.db);
      return rows[0]?.count ?? 0;
    };
    for (let round = 0; round < 20 && (round === 0 || (await countWaitingMails()) > 0); round++) {
      world.clock.shiftMs += 10 * minuteMs;
      expect(await portal.runJobs()).toBe('success');
      await receiveMails();
    }
    expect(await countWaitingMails()).toBe(0);
    const people = await world.db
      .selectFrom('person')
      .select(['id', 'email'])
      .where('id', 'in', [...calendar.participantIds, ...calendar.coachIds])
      .execute();
    const bookings = (await calendar.readAppointments()).filter(({ status }) => status === 'G');
    for (const { id, email } of people) {
      const starts = bookings.flatMap(({ coachId, participantId, start }) =>
        coachId === id || participantId === id ? [start.toISOString()] : [],
      );
      expect(inboxes.listShownStarts(email ?? '')).toEqual(starts.sort());
    }
    await checkDocuments();
    expect(await findViolations(world.db)).toEqual([]);
  }

  /** Checks that every document of the run is readable, and that no acknowledged upload is lost. */
  async function checkDocuments(): Promise<void> {
    const documents = await world.db
      .selectFrom('document')
      .select(['id', 'name', 'participant_id as participantId'])
      .where('participant_id', 'in', calendar.participantIds)
      // The documents of people whom the test inserts have no bytes.
      .where('size', '=', docx.length)
      .execute();
    const adminSession = await world.signIn(calendar.adminId);
    for (const { id } of documents) expect((await portal.download(adminSession, id)).equals(docx)).toBe(true);
    const lostUploads = acknowledgedUploads.filter(
      ({ participantId, name }) =>
        calendar.participantIds.includes(participantId) &&
        !documents.some((document) => document.participantId === participantId && document.name === name),
    );
    expect(lostUploads).toEqual([]);
  }
}

const isOtherAction = (
  action: FaultyStep['action'],
): action is Exclude<FaultyStep['action'], CalendarAction | 'wait' | 'runJobs'> =>
  ['joinWaitingList', 'leaveWaitingList', 'declineOffer', 'upload'].includes(action);

/**
 * Returns the model after operations that ran at the same time, or null if no order of the operations explains their
 * outcomes and the state. An operation that came second may also be refused because of the first one. If the outcome
 * of an operation is unknown, it was done either completely or not at all.
 */
function findModel(model: Model, done: readonly DoneOperation[], state: CalendarState): Model | null {
  const orders = done.length === 2 ? [done, done.toReversed()] : [done];
  for (const order of orders)
    for (const candidate of listModels(model, order, true))
      if (isDeepStrictEqual(stateOf(candidate), state)) return candidate;
  return null;
}

/** Returns the possible models after operations in this order. */
function listModels(model: Model, order: readonly DoneOperation[], isFirst: boolean): Model[] {
  const [operation, ...laterOperations] = order;
  if (!operation) return [model];
  const { outcome } = operation;
  const predicted = operation.predict(model);
  const candidates: Model[] = [];
  const isSuccess = predicted.outcome === 'success' || predicted.outcome === null;
  if ((outcome === 'success' || outcome === unknownOutcome) && isSuccess) candidates.push(predicted.next);
  const isRefusal = outcome !== 'success' && outcome !== unknownOutcome;
  if (
    outcome === unknownOutcome ||
    (isRefusal && (!isFirst || predicted.outcome === null || predicted.outcome === outcome))
  )
    candidates.push(model);
  return candidates.flatMap((candidate) => listModels(candidate, laterOperations, false));
}

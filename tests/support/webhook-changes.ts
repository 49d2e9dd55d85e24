import { setTimeout as sleep } from 'node:timers/promises';
import { createFreeSlots } from './bookings.ts';
import { callProcess } from './portal-process.ts';
import { createRegistrationForm } from './registration.ts';
import { inDays, type World } from './world.ts';
import { submitRegistration } from '../../src/features/accounts/registration/contract.ts';
import { changeBooking, toActionFlags } from '../../src/features/booking/admin/contract.ts';
import { bookAppointment, cancelAppointment } from '../../src/features/booking/contract.ts';
import { moveAppointment } from '../../src/features/booking/move/contract.ts';
import { reschedule } from '../../src/features/booking/reschedule/contract.ts';
import { changeContact } from '../../src/features/own-data/contract.ts';
import { anonymizeUserData, changeActiveStatus } from '../../src/features/participants/contract.ts';
import { addDays, dateOf } from '../../src/shared/berlin.ts';
import type { Call } from '../../src/shared/call.ts';

/** A source of random numbers from 0 to 1 that a seed repeats (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The people and slots that a writer works on: nobody else changes them. */
interface Subject {
  participantId: number;
  session: string;
  slots: number[];
  /** A booking of the past, which admins set to missed and back. */
  pastId: number;
  nextDay: number;
}

/** A call to make. */
interface Change {
  call: Pick<Call, 'path'>;
  session: string | null;
  input: Record<string, unknown>;
}

/** What became of the changes so far. */
export interface ChangeCounts {
  acknowledged: number;
  refused: number;
  /** Changes that the portal has answered with a fault, because the database rolled them back. */
  rolledBack: number;
  unanswered: number;
}

/** Writers that make changes until they are stopped. */
export interface ChangeRun {
  counts: ChangeCounts;
  stop: () => Promise<void>;
}

async function createSubject(world: World): Promise<Subject> {
  const participantId = await world.addParticipant();
  const pastId = await world.addAppointment(await world.addCoach(), inDays(-2, '10:00'), {
    participant: participantId,
    quotaNumber: 1,
  });
  const slots = await createFreeSlots(world.db, 12);
  return { participantId, session: await world.signIn(participantId), slots, pastId, nextDay: 30 };
}

/**
 * Starts writers, each with its own participants, which make one change after the other by real calls: bookings,
 * reschedules, cancellations, moves, missed ones, registrations, changed data, inactivations. A change without an
 * answer is not repeated. `seed` repeats the choice of the changes.
 */
export function startChanges(
  world: World,
  { url, seed, writerCount, admin }: { url: string; seed: number; writerCount: number; admin: string },
): ChangeRun {
  const counts: ChangeCounts = { acknowledged: 0, refused: 0, rolledBack: 0, unanswered: 0 };
  let isRunning = true;
  const makeChange = async ({ call, session, input }: Change): Promise<boolean> => {
    const answer = await callProcess(url, call, session, input);
    if (!answer || answer.status === 503) counts.unanswered++;
    else if (answer.status >= 500) counts.rolledBack++;
    else if (answer.body.meta.status === 'success' || answer.body.status === 'success') counts.acknowledged++;
    else counts.refused++;
    // The portal is being started again.
    if (!answer) await sleep(200);
    return answer?.status === 200;
  };
  const write = async (random: () => number) => {
    const locationId = await world.addLocation();
    while (isRunning) {
      const subject = await createSubject(world);
      for (let step = 0; isRunning && step < 20; step++)
        await makeChange(await chooseChange(world, subject, { random, admin, locationId }));
      const { participantId } = subject;
      const isInactive = await makeChange({
        call: changeActiveStatus,
        session: admin,
        input: { participantId, participantStatus: 1 },
      });
      if (isInactive && random() < 0.5)
        await makeChange({ call: anonymizeUserData, session: admin, input: { participantId } });
    }
  };
  const allStopped = Promise.all(Array.from({ length: writerCount }, (_, index) => write(createRandom(seed + index))));
  return {
    counts,
    async stop() {
      isRunning = false;
      await allStopped;
    },
  };
}

/** Chooses the next change of a subject: what is possible now depends on the stored booking. */
async function chooseChange(
  world: World,
  subject: Subject,
  { random, admin, locationId }: { random: () => number; admin: string; locationId: number },
): Promise<Change> {
  const { session, slots, pastId } = subject;
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
  const flip = random();
  if (flip < 0.1) {
    const email = `${Math.floor(random() * 1e15).toString(36)}@webhook.example`;
    return { call: submitRegistration, session: null, input: createRegistrationForm(email, locationId) };
  }
  if (flip < 0.2)
    return { call: changeContact, session, input: { phoneNumber: `0221 ${Math.floor(random() * 1e6) + 1e6}` } };
  if (flip < 0.35) {
    const action = toActionFlags(pick(['missed', 'booked', 'goodwill']) ?? 'missed');
    return { call: changeBooking, session: admin, input: { appointmentId: pastId, action } };
  }
  const booking = await world.db
    .selectFrom('appointment')
    .select(['id', 'coach_id as coachId'])
    .where('participant_id', '=', subject.participantId)
    .where('status', '=', 'G')
    .where('starts_at', '>', new Date())
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const slot = pick(slots);
  if (!booking) return { call: bookAppointment, session, input: { appointmentId: slot } };
  const appointmentId = booking.id;
  if (flip < 0.6) return { call: reschedule, session, input: { appointmentId, newAppointmentId: slot } };
  if (flip < 0.8) {
    const date = addDays(dateOf(new Date()), subject.nextDay++);
    const interval = { date, fromTime: '09:00', tillTime: '09:45' };
    return { call: moveAppointment, session: admin, input: { appointmentId, ...interval, coachId: booking.coachId } };
  }
  return { call: cancelAppointment, session, input: { appointmentId } };
}

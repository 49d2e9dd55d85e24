import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkSession } from '../../src/features/accounts/contract.ts';
import { listBookableSlots, bookAppointment, cancelAppointment } from '../../src/features/booking/contract.ts';
import { servicePath } from '../../src/platform/http/calls/calls.ts';
import { openWorld, type World } from '../support/world.ts';
import { waitUntilReady, startBuiltPortal, type StartedPortal } from '../support/built-portal.ts';

const threeDaysMs = 3 * 86_400_000;

/** A script that sets the clock of its process three days ahead. */
const clockAheadScript = `
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...args) { if (args.length === 0) super(RealDate.now() + ${threeDaysMs}); else super(...args); }
  static now() { return RealDate.now() + ${threeDaysMs}; }
};`;

let world: World;
let portalWithClockAhead: StartedPortal;
beforeAll(async () => {
  world = await openWorld();
  portalWithClockAhead = await startBuiltPortal({
    DATABASE_URL: world.appUrl,
    DATABASE_MIGRATE_URL: world.ownerUrl,
    DATA_DIR: world.dataDir,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clockAheadScript)}`,
  });
  await waitUntilReady(portalWithClockAhead);
});
afterAll(async () => {
  portalWithClockAhead.child.kill('SIGTERM');
  await portalWithClockAhead.exitCode;
  await world.close();
});

test('an instance whose clock is three days ahead makes the same decisions as an instance with the right clock', async () => {
  const coach = await world.addCoach();
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  // The two instances have slots at almost the same times. The slots are 24 minutes apart, so that they do not overlap.
  const createSlots = async (participant: number | null, offsetHours: number) => ({
    alreadyBegun: await world.addAppointment(coach, inHours(-2 + offsetHours), { minutes: 20, participant }),
    soon: await world.addAppointment(coach, inHours(5 + offsetHours), { minutes: 20, participant }),
    tooLateToCancel: await world.addAppointment(coach, inHours(46 + offsetHours), { minutes: 20, participant }),
    earlyEnoughToCancel: await world.addAppointment(coach, inHours(50 + offsetHours), { minutes: 20, participant }),
  });
  /** Makes calls with outcomes that depend on the time; returns the outcomes as texts. */
  const collectOutcomes = async (address: string, offsetHours: number) => {
    const send = async (call: { path: string }, sessionId: string, input: object = {}) => {
      const response = await fetch(address + servicePath(call), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...input, sessionId }),
      });
      const { meta } = (await response.json()) as { meta: { status: string; code?: string; message?: string } };
      return `${call.path}: ${response.status} ${meta.status} ${meta.code ?? meta.message ?? ''}`;
    };
    const outcomes: string[] = [];
    const participantWithBookings = await world.addParticipant();
    const cancellingSession = await world.signIn(participantWithBookings);
    for (const appointmentId of Object.values(await createSlots(participantWithBookings, offsetHours)))
      outcomes.push(await send(cancelAppointment, cancellingSession, { appointmentId }));
    const bookingSession = await world.signIn(await world.addParticipant());
    for (const appointmentId of Object.values(await createSlots(null, offsetHours + 1)))
      outcomes.push(await send(bookAppointment, bookingSession, { appointmentId }));
    // A session ends when it has not been used for eight hours.
    for (const hours of [7, 9]) {
      const participant = await world.addParticipant();
      const session = await world.signIn(participant);
      await world.db
        .updateTable('session')
        .set({ seen_at: inHours(-hours) })
        .where('person_id', '=', participant)
        .execute();
      outcomes.push(await send(checkSession, session));
    }
    return outcomes;
  };
  const fetchBookableSlots = async (address: string, sessionId: string) =>
    (
      await fetch(address + servicePath(listBookableSlots), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ sessionId }),
      })
    ).text();

  const expectedOutcomes = await collectOutcomes(world.address, 0);
  expect(new Set(expectedOutcomes).size).toBeGreaterThan(4);
  expect(await collectOutcomes(portalWithClockAhead.url, 0.4)).toEqual(expectedOutcomes);
  const session = await world.signIn(await world.addParticipant());
  expect(await fetchBookableSlots(portalWithClockAhead.url, session)).toBe(
    await fetchBookableSlots(world.address, session),
  );
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionCheck } from '../../src/features/accounts/contract.ts';
import { bookable, bookAppointment, cancelAppointment } from '../../src/features/booking/contract.ts';
import { servicePath } from '../../src/platform/http/calls/calls.ts';
import { openWorld, type World } from '../support/world.ts';
import { waitUntilReady, startBuilt, type StartedPortal } from '../support/built-portal.ts';

const days = 86_400_000;

/** A script that sets the clock of a process three days ahead. */
const clockAhead = `
const Real = Date;
globalThis.Date = class extends Real {
  constructor(...args) { if (args.length === 0) super(Real.now() + ${3 * days}); else super(...args); }
  static now() { return Real.now() + ${3 * days}; }
};`;

let world: World;
let aheadPortal: StartedPortal;
beforeAll(async () => {
  world = await openWorld();
  aheadPortal = await startBuilt({
    DATABASE_URL: world.appUrl,
    DATABASE_MIGRATE_URL: world.ownerUrl,
    DATA_DIR: world.dataDir,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clockAhead)}`,
  });
  await waitUntilReady(aheadPortal);
});
afterAll(async () => {
  aheadPortal.child.kill('SIGTERM');
  await aheadPortal.ended;
  await world.close();
});

test('an instance whose clock is three days ahead decides like one with the right clock', async () => {
  const coach = await world.coach();
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  // The slots of the two instances do not overlap, but are equally far away and belong to different people.
  const slots = async (participant: number | null, minute: number) => ({
    begun: await world.appointment(coach, inHours(-2 + minute), { minutes: 20, participant }),
    soon: await world.appointment(coach, inHours(5 + minute), { minutes: 20, participant }),
    tooLate: await world.appointment(coach, inHours(46 + minute), { minutes: 20, participant }),
    inTime: await world.appointment(coach, inHours(50 + minute), { minutes: 20, participant }),
  });
  const decisions = async (address: string, minute: number) => {
    const ask = async (call: { path: string }, sessionId: string, input: object = {}) => {
      const answer = await fetch(address + servicePath(call), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...input, sessionId }),
      });
      const { meta } = (await answer.json()) as { meta: { status: string; code?: string; message?: string } };
      return `${call.path}: ${answer.status} ${meta.status} ${meta.code ?? meta.message ?? ''}`;
    };
    const outcomes: string[] = [];
    const booked = await world.participant();
    const sessionOfBooked = await world.signIn(booked);
    for (const appointmentId of Object.values(await slots(booked, minute)))
      outcomes.push(await ask(cancelAppointment, sessionOfBooked, { appointmentId }));
    const sessionOfBooker = await world.signIn(await world.participant());
    for (const appointmentId of Object.values(await slots(null, minute + 1)))
      outcomes.push(await ask(bookAppointment, sessionOfBooker, { appointmentId }));
    for (const hours of [7, 9]) {
      const seen = await world.participant();
      const session = await world.signIn(seen);
      await world.db
        .updateTable('session')
        .set({ seen_at: inHours(-hours) })
        .where('person_id', '=', seen)
        .execute();
      outcomes.push(await ask(sessionCheck, session));
    }
    return outcomes;
  };
  const readBookable = async (address: string, sessionId: string) =>
    (
      await fetch(address + servicePath(bookable), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ sessionId }),
      })
    ).text();

  const expected = await decisions(world.address, 0);
  expect(new Set(expected).size).toBeGreaterThan(4);
  expect(await decisions(aheadPortal.url, 0.4)).toEqual(expected);
  const reader = await world.signIn(await world.participant());
  expect(await readBookable(aheadPortal.url, reader)).toBe(await readBookable(world.address, reader));
});

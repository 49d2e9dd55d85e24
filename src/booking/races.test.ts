import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World, type WorldOptions } from '../server/testing.ts';
import { actionFlags, changeBooking } from '../corrections/contract.ts';
import { bookAppointment } from './contract.ts';
import { crowd, freeSlots, ground } from './testing.ts';

/** Books for everybody at once; how often each outcome came. */
async function rush(world: World, attempts: { session: string; slot: number }[]): Promise<Record<string, number>> {
  const answers = await Promise.all(
    attempts.map(({ session, slot }) => world.call(bookAppointment, session, { appointmentId: slot })),
  );
  const outcomes: Record<string, number> = {};
  for (const { status, body } of answers) {
    const outcome = status === 200 ? 'booked' : `${status} ${body.meta.code}`;
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  return outcomes;
}

/** Rounds in which more than one of ten racers was told that the slot is theirs. */
async function doubleBookings(world: World, rounds: number): Promise<number> {
  let seen = 0;
  for (const slot of await freeSlots(world.db, rounds)) {
    const outcomes = await rush(
      world,
      (await crowd(world.db, 10)).map((session) => ({ session, slot })),
    );
    if ((outcomes['booked'] ?? 0) > 1) seen++;
  }
  return seen;
}

/** The most appointments that any participant got who tried twenty at once, over some rounds. */
async function mostBooked(world: World, rounds: number): Promise<number> {
  let most = 0;
  for (const session of await crowd(world.db, rounds)) {
    const slots = await freeSlots(world.db, 20);
    const outcomes = await rush(
      world,
      slots.map((slot) => ({ session, slot })),
    );
    most = Math.max(most, outcomes['booked'] ?? 0);
  }
  return most;
}

/**
 * An admin cancels a booking and sets it back while somebody books the fresh stretch. What the two were told in each
 * round, the admin first, with the live rows that the stretch then has: 'success 404 1'.
 */
async function setBackWhileBooking(world: World, rounds: number): Promise<string[]> {
  const admin = await world.signIn(await world.admin());
  const change = async (appointmentId: number, action: 'cancelled' | 'booked') =>
    (await world.call(changeBooking, admin, { appointmentId, action: actionFlags(action) })).body.meta;
  const seen: string[] = [];
  for (const id of await freeSlots(world.db, rounds)) {
    const [first = '', second = ''] = await crowd(world.db, 2);
    await world.call(bookAppointment, first, { appointmentId: id });
    await change(id, 'cancelled');
    const fresh = (await liveAt(world, id))[0];
    const [set, booked] = await Promise.all([
      change(id, 'booked'),
      world.call(bookAppointment, second, { appointmentId: fresh }),
    ]);
    seen.push(`${set.code ?? set.status} ${booked.status} ${(await liveAt(world, id)).length}`);
  }
  return seen;
}

/** The live rows on the stretch of an appointment. */
async function liveAt(world: World, appointment: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT a.id FROM appointment a JOIN appointment b USING (coach_id, starts_at)
    WHERE b.id = ${appointment} AND a.status <> 'K'
  `.execute(world.db);
  return rows.map((row) => row.id);
}

function inWorld(options: WorldOptions) {
  const held: { world?: World } = {};
  beforeAll(async () => {
    held.world = await openWorld(options);
    await ground(held.world.db);
  });
  afterAll(() => held.world?.close());
  return () => {
    if (!held.world) throw new Error('the world is not open yet');
    return held.world;
  };
}

describe('as built', () => {
  const world = inWorld({});

  test(
    '200 slots, 50 people each at once: one wins, everybody else is told that it is taken',
    { timeout: 120_000 },
    async () => {
      for (const slot of await freeSlots(world().db, 200)) {
        const people = await crowd(world().db, 50);
        const outcomes = await rush(
          world(),
          people.map((session) => ({ session, slot })),
        );
        expect(outcomes).toEqual({ booked: 1, '409 slotTaken': 49 });
      }
      const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM audit WHERE action = 'booked'
    `.execute(world().db);
      expect(rows[0]?.count).toBe(200);
    },
  );

  test('one person, 20 slots at once: exactly three', async () => {
    for (const session of await crowd(world().db, 10)) {
      const slots = await freeSlots(world().db, 20);
      const outcomes = await rush(
        world(),
        slots.map((slot) => ({ session, slot })),
      );
      expect(outcomes).toEqual({ booked: 3, '409 limitReached': 17 });
    }
  });

  test('one person, several coaches at the same time of day: one appointment', async () => {
    for (const session of await crowd(world().db, 10)) {
      const slots = (await Promise.all(Array.from({ length: 8 }, () => freeSlots(world().db, 1)))).flat();
      const outcomes = await rush(
        world(),
        slots.map((slot) => ({ session, slot })),
      );
      expect(outcomes).toEqual({ booked: 1, '409 overlap': 7 });
    }
  });
});

describe('an admin sets a cancelled booking back while somebody books its stretch', () => {
  const world = inWorld({});

  test('one of the two has it', { timeout: 60_000 }, async () => {
    const seen = await setBackWhileBooking(world(), 40);
    const allowed = ['success 404 1', 'slotTaken 200 1'];
    expect(seen.filter((outcome) => !allowed.includes(outcome))).toEqual([]);
  });

  test('without the constraint both have it', { timeout: 60_000 }, async () => {
    await sql`ALTER TABLE appointment DROP CONSTRAINT appointment_coach_overlap`.execute(world().db);
    expect(await setBackWhileBooking(world(), 40)).toContain('success 200 2');
  });

  test(
    'without the lock of the slot somebody takes a row that is gone, and runs into a fault',
    { timeout: 60_000 },
    async () => {
      const unlocked = await openWorld({ locks: false });
      await ground(unlocked.db);
      expect(await setBackWhileBooking(unlocked, 40)).toContain('success 500 1');
      await unlocked.close();
    },
  );
});

describe('with the guards removed the tests see the bug', () => {
  const unlocked = inWorld({ locks: false });

  test('without the lock of the slot, two people are told that it is theirs', async () => {
    expect(await doubleBookings(unlocked(), 20)).toBeGreaterThan(0);
  });

  test('without the lock of the participant and the unique quota number, somebody gets more than three', async () => {
    await sql`ALTER TABLE appointment DROP CONSTRAINT appointment_quota_once`.execute(unlocked().db);
    expect(await mostBooked(unlocked(), 10)).toBeGreaterThan(3);
  });
});

describe('with the locks removed the constraints still hold', () => {
  const unlocked = inWorld({ locks: false });

  test('nobody gets more than three', async () => {
    expect(await mostBooked(unlocked(), 10)).toBeLessThanOrEqual(3);
  });
});

import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World, type WorldOptions } from '../server/testing.ts';
import { bookAppointment } from './contract.ts';

/** Participants with a docx and a session each, made in a few statements; answers their session ids. */
async function crowd(world: World, size: number): Promise<string[]> {
  const sessions = Array.from({ length: size }, () => randomBytes(32).toString('hex'));
  const hashes = sessions.map((id) => createHash('sha256').update(id).digest('hex'));
  const location = await world.location();
  await sql`
    WITH people AS (
      INSERT INTO person (role_id, email, first_name, last_name, gender, confirmed_at)
      SELECT 1, h || '@race.example', 'Kim', 'Eilig', 'd', clock_timestamp() FROM unnest(${hashes}::text[]) h
      RETURNING id, email
    ), profiles AS (
      INSERT INTO participant (person_id, qualification, qualification_start, qualification_end, location_id)
      SELECT id, 'Umschulung', '2026-01-01', '2026-12-31', ${location} FROM people
      RETURNING person_id
    ), documents AS (
      INSERT INTO document (participant_id, uploaded_by, by_coach, name, ending, size, sha256, store_key)
      SELECT person_id, person_id, false, 'CV.docx', 'docx', 1, '\\x00', gen_random_uuid()::text FROM profiles
    )
    INSERT INTO session (id_hash, person_id) SELECT decode(split_part(email, '@', 1), 'hex'), id FROM people
  `.execute(world.db);
  return sessions;
}

/** Free slots, one after the other, from a week ahead. */
async function freeSlots(world: World, howMany: number): Promise<number[]> {
  const coach = await world.coach();
  const { rows } = await sql<{ id: number }>`
    INSERT INTO appointment (coach_id, type_id, starts_at, ends_at)
    SELECT ${coach}, 1, now() + interval '7 days' + n * interval '1 hour', now() + interval '7 days' + (n + 0.75) * interval '1 hour'
    FROM generate_series(1, ${howMany}::int) n RETURNING id
  `.execute(world.db);
  return rows.map((row) => row.id);
}

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
  for (const slot of await freeSlots(world, rounds)) {
    const outcomes = await rush(
      world,
      (await crowd(world, 10)).map((session) => ({ session, slot })),
    );
    if ((outcomes['booked'] ?? 0) > 1) seen++;
  }
  return seen;
}

/** The most appointments that any participant got who tried twenty at once, over some rounds. */
async function mostBooked(world: World, rounds: number): Promise<number> {
  let most = 0;
  for (const session of await crowd(world, rounds)) {
    const slots = await freeSlots(world, 20);
    const outcomes = await rush(
      world,
      slots.map((slot) => ({ session, slot })),
    );
    most = Math.max(most, outcomes['booked'] ?? 0);
  }
  return most;
}

function inWorld(options: WorldOptions) {
  const held: { world?: World } = {};
  beforeAll(async () => {
    held.world = await openWorld(options);
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
      for (const slot of await freeSlots(world(), 200)) {
        const people = await crowd(world(), 50);
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
    for (const session of await crowd(world(), 10)) {
      const slots = await freeSlots(world(), 20);
      const outcomes = await rush(
        world(),
        slots.map((slot) => ({ session, slot })),
      );
      expect(outcomes).toEqual({ booked: 3, '409 limitReached': 17 });
    }
  });

  test('one person, several coaches at the same time of day: one appointment', async () => {
    for (const session of await crowd(world(), 10)) {
      const slots = (await Promise.all(Array.from({ length: 8 }, () => freeSlots(world(), 1)))).flat();
      const outcomes = await rush(
        world(),
        slots.map((slot) => ({ session, slot })),
      );
      expect(outcomes).toEqual({ booked: 1, '409 overlap': 7 });
    }
  });
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

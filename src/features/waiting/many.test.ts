import pg from 'pg';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { seedParticipantSessions } from '../../../tests/support/bookings.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { importAppointments } from '../appointments/import-files/contract.ts';
import { cancelAppointment } from '../booking/contract.ts';
import { addDays, dateOf } from '../../shared/berlin.ts';
import { passOnOffers } from './jobs.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** Puts `count` people on the waiting list, one after another, for the given coach, or for any coach if it is null. */
async function seedWaitingPeople(count: number, coach: number | null): Promise<void> {
  await seedParticipantSessions(world.db, count);
  await sql`
    INSERT INTO waiting_entry (person_id, coach_id, from_date, till_date, place, joined_at)
    SELECT person_id, ${coach}, current_date, current_date + 60, 1, now() - interval '1 day' + person_id * interval '1 second' / 100
    FROM participant t WHERE NOT EXISTS (SELECT FROM waiting_entry e WHERE e.person_id = t.person_id)
    ORDER BY person_id
  `.execute(world.db);
}

/** Runs `work` and returns the number of database statements that it sends. */
async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  const statements = query.mock.calls.length;
  query.mockRestore();
  return statements;
}

const listOffers = async () =>
  (
    await world.db
      .selectFrom('waiting_offer')
      .select(['person_id as person', 'appointment_id as slot', 'starts_at as start'])
      .orderBy('starts_at')
      .orderBy('id')
      .execute()
  ).map(({ person, slot }) => ({ person, slot }));

test('of 200 slots created together while 1,000 people wait, the first 100 are offered to the first 100 people [12.2]', async () => {
  const email = 'viele@test.example';
  const coach = await world.addCoach({ email });
  await seedWaitingPeople(1_000, coach);
  const adminSession = await world.signIn(await world.addAdmin());
  const rows = Array.from({ length: 200 }, (_, n) => {
    const hour = String(8 + (n % 10)).padStart(2, '0');
    return `${email};Einzelcoaching;${addDays(dateOf(inDays(5, '12:00')), Math.floor(n / 10))};${hour}:00;${hour}:45`;
  });
  const importSlots = (lines: string[]) => {
    const bytes = new TextEncoder().encode(`Coach-E-Mail;Typ;Datum;Von;Bis\n${lines.join('\n')}\n`);
    return world.send(importAppointments, [{ field: `file_${adminSession}_0`, name: 'a.csv', bytes }]);
  };
  const statements = await countStatements(() => importSlots(rows));
  const firstOffers = await listOffers();
  const people = await world.db.selectFrom('waiting_entry').select('person_id as id').orderBy('joined_at').execute();
  const slots = await world.db.selectFrom('appointment').select('id').orderBy('starts_at').execute();
  expect(firstOffers).toEqual(slots.slice(0, 100).map(({ id: slot }, index) => ({ person: people[index]?.id, slot })));
  const mails = world.db.selectFrom('mail').select('person_id').where('kind', '=', 'waitingOffer');
  expect(new Set((await mails.execute()).map(({ person_id }) => person_id)).size).toBe(100);
  expect(statements).toBeLessThan(20);

  // People who have an offer get none of the next slots, and the next hundred people get one each.
  const laterRows = Array.from({ length: 200 }, (_, n) => {
    const hour = String(8 + (n % 10)).padStart(2, '0');
    return `${email};Einzelcoaching;${addDays(dateOf(inDays(30, '12:00')), Math.floor(n / 10))};${hour}:00;${hour}:45`;
  });
  await importSlots(laterRows);
  expect((await listOffers()).map(({ person }) => person)).toEqual(people.slice(0, 200).map(({ id }) => id));

  // Slots whose hold has expired are offered to the next people, in the same order.
  const expiredTimes = {
    held_from: sql<Date>`now() - interval '3 hours'`,
    held_until: sql<Date>`now() - interval '1 hour'`,
  };
  await world.db.updateTable('waiting_offer').set(expiredTimes).execute();
  expect(await countStatements(() => passOnOffers(world.app))).toBeLessThan(20);
  const openOffers = await world.db
    .selectFrom('waiting_offer')
    .select('person_id as person')
    .where('outcome', 'is', null)
    .orderBy('starts_at')
    .execute();
  // All offers have ended, so the people who joined first get offers again, but never of the same slot.
  expect(new Set(openOffers.map(({ person }) => person)).size).toBe(200);
  expect(openOffers.every(({ person }) => people.findIndex(({ id }) => id === person) < 300)).toBe(true);
});

test('a cancellation needs one statement for the waiting list if nobody waits, and two if a person gets an offer [12.2]', async () => {
  const cancelAndCount = async (coach: number, days: number) => {
    const id = await world.addParticipant();
    const session = await world.signIn(id);
    const slot = await world.addAppointment(coach, inDays(days, '10:00'), { participant: id, quotaNumber: 1 });
    return countStatements(() => world.call(cancelAppointment, session, { appointmentId: slot }));
  };
  await world.db.deleteFrom('waiting_entry').execute();
  const coach = await world.addCoach();
  const countWithoutOffer = await cancelAndCount(coach, 9);
  await seedWaitingPeople(5, coach);
  expect(await cancelAndCount(coach, 10)).toBe(countWithoutOffer + 1);
  // Session, BEGIN, two locks, the row, its slot, waiting mails, new mails, audit log, the waiting list, COMMIT.
  expect(countWithoutOffer).toBe(11);
});

import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { listBookableSlots, bookAppointment } from '../../src/features/booking/contract.ts';
import { inDays, openWorld, type World } from '../support/world.ts';

let world: World;
let session: string;
beforeAll(async () => {
  world = await openWorld();
  session = await world.signIn(await world.addParticipant());
});
afterAll(() => world.close());

/** Makes a call and returns how many statements it sends to the database, including BEGIN and COMMIT. */
async function countStatements(call: () => Promise<{ body: { meta: { status: string } } }>): Promise<number> {
  const querySpy = vi.spyOn(pg.Client.prototype, 'query');
  const { body } = await call();
  const count = querySpy.mock.calls.length;
  querySpy.mockRestore();
  expect(body.meta.status).toBe('success');
  return count;
}

test('the list of bookable appointments needs two statements, including the one that reads the session', async () => {
  expect(await countStatements(() => world.call(listBookableSlots, session, { limit: 50 }))).toBe(2);
});

test('a booking with its mails and audit entry needs five statements, including BEGIN, COMMIT and the one that reads the session', async () => {
  const slot = await world.addAppointment(await world.addCoach(), inDays(9, '10:00'));
  expect(await countStatements(() => world.call(bookAppointment, session, { appointmentId: slot }))).toBe(5);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { migrationsFolder } from '../../platform/settings/paths.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('the migration marks only appointments that a current admin has recorded late [7.19]', async () => {
  const [coach, admin, participant] = [await world.addCoach(), await world.addAdmin(), await world.addParticipant()];
  let hour = 6;
  const createBooking = async (booked_by: number, booked_at: Date, self_booked = false) => {
    const startsAt = inDays(-20, `${String(hour++).padStart(2, '0')}:00`);
    const id = await world.addAppointment(coach, startsAt, { participant, quotaNumber: self_booked ? 1 : null });
    await world.db.updateTable('appointment').set({ booked_at, booked_by }).where('id', '=', id).execute();
    return id;
  };
  const recordedAt = inDays(-3, '12:00');
  const lateBooking = await createBooking(admin, recordedAt);
  await createBooking(admin, inDays(-20, '22:00'));
  await createBooking(coach, recordedAt);
  await createBooking(admin, recordedAt, true);
  await world.addAppointment(coach, inDays(-21, '12:00'), { participant });

  const [, updateStatement = ''] = /^(UPDATE appointment [^;]*);/m.exec(
    readFileSync(join(migrationsFolder, '0043_recorded_late.sql'), 'utf8'),
  ) as string[];
  await sql.raw(updateStatement).execute(world.db);
  const appointments = world.db.selectFrom('appointment').select(['id', 'recorded_late_at', 'recorded_late_by']);
  expect(await appointments.where('recorded_late_at', 'is not', null).execute()).toEqual([
    { id: lateBooking, recorded_late_at: recordedAt, recorded_late_by: admin },
  ]);
});

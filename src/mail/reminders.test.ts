import { afterAll, beforeAll, expect, test } from 'vitest';
import { transact } from '../server/db.ts';
import { openWorld, type World } from '../server/testing.ts';
import { loadReminderChoices, saveReminderChoices } from './reminder-sql.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('every reminder is wanted until it is switched off, one by one', async () => {
  const person = await world.participant();
  const all = { reminderThreeDays: true, reminderDayBefore: true, reminderSoon: true, ratingInvitation: true };
  expect(await loadReminderChoices(world.db, person)).toEqual(all);
  const save = (choices: Partial<typeof all>) => transact(world.db, (tx) => saveReminderChoices(tx, person, choices));
  await save({ reminderSoon: false, ratingInvitation: false });
  await save({ ratingInvitation: true });
  await save({});
  expect(await loadReminderChoices(world.db, person)).toEqual({ ...all, reminderSoon: false });
  expect(await loadReminderChoices(world.db, await world.participant())).toEqual(all);
});

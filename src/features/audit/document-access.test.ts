import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getFiles } from '../files/contract.ts';
import { openWorld, type World } from '../../../tests/support/world.ts';
import { getAuditLog } from './contract.ts';

let world: World;
beforeAll(async () => {
  const file = join(tmpdir(), `portal-alarms-${process.pid}.json`);
  writeFileSync(file, JSON.stringify({ alarms: { peopleReadPerDay: 3 } }));
  world = await openWorld({ env: { PORTAL_FILE: file } });
});
afterAll(() => world.close());

test('opening documents of too many people in a day is logged once, and each active admin gets a mail [10.6]', async () => {
  const curiousAdmin = await world.addAdmin({ firstName: 'Nina', lastName: 'Neugier' });
  const [otherAdmin, formerAdmin] = [await world.addAdmin(), await world.addAdmin()];
  await world.db.updateTable('person').set({ inactive_at: new Date() }).where('id', '=', formerAdmin).execute();
  const session = await world.signIn(curiousAdmin);
  const openDocuments = async (participantId: number) =>
    expect((await world.call(getFiles, session, { participantId })).status).toBe(200);
  const readAlarmSentences = async () =>
    (await world.call(getAuditLog, session, { action: 'readMuch' })).body.data?.map(({ sentence }) => sentence);

  const people = await Promise.all(Array.from({ length: 6 }, () => world.addParticipant()));
  for (const person of people.slice(0, 3)) for (let times = 0; times < 3; times++) await openDocuments(person);
  expect(await readAlarmSentences()).toEqual([]);
  for (const person of people) await openDocuments(person);
  expect(await readAlarmSentences()).toEqual([
    'Nina Neugier hat in 24 Stunden die Unterlagen ungewöhnlich vieler Personen angesehen.',
  ]);
  const mails = await world.db.selectFrom('mail').select(['kind', 'person_id']).orderBy('person_id').execute();
  expect(mails).toEqual([curiousAdmin, otherAdmin].map((id) => ({ kind: 'readMuch', person_id: id })));
});

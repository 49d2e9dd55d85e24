import { randomUUID } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { sql } from 'kysely';
import { openWorld, type World } from './testing.ts';
import { openPortal } from './portal.ts';
import { tidyFolders, tidyUp } from './tidy.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ sendMails: true });
});
afterAll(() => world.close());

test('what has run out goes, what is valid stays', async () => {
  const person = await world.participant();
  const hours = (n: number) => new Date(Date.now() + n * 3_600_000);
  const session = (seen: number, created: number) =>
    world.db
      .insertInto('session')
      .values({
        id_hash: Buffer.from(randomUUID()),
        person_id: person,
        seen_at: hours(-seen),
        created_at: hours(-created),
      })
      .execute();
  const credential = (left: number) =>
    world.db
      .insertInto('credential')
      .values({ person_id: person, kind: 'confirmation', hash: randomUUID(), expires_at: hours(left) })
      .execute();
  await Promise.all([session(1, 1), session(9, 9), session(1, 169), credential(1), credential(-1)]);
  await world.db
    .insertInto('throttle')
    .values([
      { key: 'old', points: 1, expire: Date.now() - 7_200_000 },
      { key: 'new', points: 1, expire: Date.now() + 1000 },
    ])
    .execute();
  await tidyUp(world.app);
  const left = async (table: 'session' | 'credential' | 'throttle') =>
    (await world.db.selectFrom(table).selectAll().execute()).length;
  expect([await left('session'), await left('credential'), await left('throttle')]).toEqual([1, 1, 1]);
});

test('what a killed upload has left goes after an hour, what is on its way stays', async () => {
  for (const name of ['tmp', 'files/incoming']) {
    const folder = join(world.app.settings.dataDir, name);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'old.part'), 'half a CV');
    await writeFile(join(folder, 'new.part'), 'half a CV');
    const earlier = new Date(Date.now() - 61 * 60_000);
    await utimes(join(folder, 'old.part'), earlier, earlier);
    await tidyFolders(world.settings);
    expect((await readdir(folder)).filter((left) => left.endsWith('.part'))).toEqual(['new.part']);
  }
});

test('each process takes away what an earlier one has left in its own folder, whoever does the nightly work', async () => {
  const folder = join(world.settings.dataDir, 'tmp');
  const left = join(folder, 'killed.part');
  await mkdir(folder, { recursive: true });
  await writeFile(left, 'half a CV');
  const earlier = new Date(Date.now() - 61 * 60_000);
  await utimes(left, earlier, earlier);
  const another = await openPortal(world.settings, world.appUrl, null, { sendMails: false });
  onTestFinished(() => another.close());
  await vi.waitFor(async () => expect(await readdir(folder)).not.toContain('killed.part'), { timeout: 20_000 });
});

test('it is done every night by the queue, as the app’s own role', async () => {
  await vi.waitFor(
    async () => {
      const { rows } =
        await sql`SELECT FROM graphile_worker._private_known_crontabs WHERE identifier = 'nightly'`.execute(world.db);
      expect(rows).toHaveLength(1);
    },
    { timeout: 20_000 },
  );
  await world.db.insertInto('tracking').values({ day: '2020-01-01', kind: 'userLanguage', value: 'de' }).execute();
  await sql`SELECT graphile_worker.add_job('nightly')`.execute(world.db);
  await vi.waitFor(async () => expect(await world.db.selectFrom('tracking').selectAll().execute()).toEqual([]), {
    timeout: 15_000,
  });
});

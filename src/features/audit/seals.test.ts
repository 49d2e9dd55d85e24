import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql, type RawBuilder } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { runCommand } from '../../../tests/support/commands.ts';
import { applyRetention } from '../../operations/retention/retention.ts';
import { transact } from '../../platform/database/db.ts';
import { dataClasses } from '../../platform/database/data-classes.ts';
import { openWorld, type World } from '../../../tests/support/world.ts';
import { findSealDifferences, sealAndRecordLog, recordRestore, recordSeals, sealListName } from './seal-list.jobs.ts';
import { selectEntriesBetween, selectSealsAfter } from './seals.sql.ts';
import { createEntriesHasher, hashSeal, sealLog } from './seals.steps.ts';
import { verifyLog } from './verify.steps.ts';

let world: World;
let backupFolder: string;
let app: World['app'];
beforeAll(async () => {
  world = await openWorld();
  backupFolder = await mkdtemp(join(tmpdir(), 'portal-seals-'));
  app = { ...world.app, settings: { ...world.app.settings, backupDir: backupFolder } };
});
afterAll(async () => {
  await world.close();
  await rm(backupFolder, { recursive: true });
});
beforeEach(async () => {
  await sql`TRUNCATE audit, audit_seal RESTART IDENTITY`.execute(world.db);
  for (const path of [backupFolder, world.dataDir]) await rm(join(path, sealListName), { force: true });
});

/** Writes an entry for each age in days, with a value in every column. */
async function writeEntries(...ages: number[]): Promise<void> {
  await sql`
    INSERT INTO audit (at, actor_id, action, person_id, appointment_id, document_id, appointment_starts_at, token_id,
      webhook_host)
    SELECT clock_timestamp() - age * interval '1 day', 1, 'fileDeleted', 2, 3, 4, '2026-11-21T10:00:00.123456Z', 5,
      'empfang.example'
    FROM unnest(${ages}::float[]) age
  `.execute(world.db);
}
const tamper = (change: RawBuilder<unknown>) => change.execute(world.db);
const findFault = async () => (await verifyLog(world.app.db)).fault;

test('an unchanged log matches its seals, and only new entries get a new seal', async () => {
  expect(await sealLog(app)).toEqual({ newest: null, sealedCount: 0 });
  await writeEntries(0, 0, 0);
  expect(await sealLog(app)).toMatchObject({ newest: { number: 1, lastId: 3, entryCount: 3 }, sealedCount: 3 });
  expect(await sealLog(app)).toMatchObject({ newest: { number: 1 }, sealedCount: 0 });
  await writeEntries(0);
  expect(await sealLog(app)).toMatchObject({ newest: { number: 2, lastId: 4, entryCount: 1 }, sealedCount: 1 });
  // These entries are from three different days, so they need three seals.
  await writeEntries(0, 3, 3, 5);
  expect(await sealLog(app)).toMatchObject({ newest: { number: 5, lastId: 8 }, sealedCount: 4 });
  expect(await verifyLog(world.app.db)).toMatchObject({ entries: 8, fault: null });
});

test('an entry without a token and a webhook is hashed as before there were any, so older seals still match', async () => {
  await writeEntries(0, 0);
  await tamper(sql`UPDATE audit SET token_id = NULL, webhook_host = NULL WHERE id = 1`);
  const values = await transact(world.db, async (tx) => {
    for await (const entries of selectEntriesBetween(tx, 0, 2)) return entries.map((entry) => entry.values.slice(2));
    return [];
  });
  const older = [1, 'fileDeleted', 2, 3, 4, '2026-11-21T10:00:00.123456Z'];
  expect(values).toEqual([older, [...older, 5, 'empfang.example']]);
});

describe('the check of sealed entries [10.5]', () => {
  beforeEach(async () => {
    await writeEntries(0, 0);
    await sealLog(app);
    await writeEntries(0.04, 0.03, 0.02, 0.01);
    // Leaves the id 4 unused, as after a transaction that was rolled back.
    await tamper(sql`DELETE FROM audit WHERE id = 4`);
    await sealLog(app);
    await writeEntries(0);
    await sealLog(app);
  });
  const secondSealPattern = /^Seal 2 of \d{4}-\d\d-\d\d \d\d:\d\d UTC \(entries 3 to 6\) /;

  test('reports nothing for an unchanged log', async () => {
    expect(await findFault()).toBeNull();
  });

  test.each(Object.keys(dataClasses.audit).filter((column) => column !== 'id'))(
    'detects a changed %s',
    async (column) => {
      const changedValue = {
        action: sql`'booked'`,
        at: sql`at - interval '1 microsecond'`,
        webhook_host: sql`'anderer.example'`,
      }[column];
      const changedStart = sql`appointment_starts_at + interval '1 microsecond'`;
      const value = changedValue ?? (column === 'appointment_starts_at' ? changedStart : sql`${sql.ref(column)} + 1`);
      await tamper(sql`UPDATE audit SET ${sql.ref(column)} = ${value} WHERE id = 5`);
      expect(await findFault()).toMatch(
        new RegExp(`${secondSealPattern.source}has other entries than were sealed\\.$`),
      );
      await tamper(sql`UPDATE audit SET ${sql.ref(column)} = NULL WHERE id = 5`).catch(() => {});
      expect(await findFault()).toMatch(secondSealPattern);
    },
  );

  test.each([
    ['a deleted entry', sql`DELETE FROM audit WHERE id = 5`],
    [
      'an entry inserted between two others',
      sql`INSERT INTO audit (id, action) OVERRIDING SYSTEM VALUE VALUES (4, 'imported')`,
    ],
    [
      'two entries that were swapped',
      sql`UPDATE audit a SET at = b.at FROM audit b WHERE a.id IN (3, 5) AND b.id = 8 - a.id`,
    ],
    ['a changed seal', sql`UPDATE audit_seal SET entries = entries - 1 WHERE number = 2`],
  ])('detects %s', async (_, change) => {
    await tamper(change);
    expect(await findFault()).toMatch(secondSealPattern);
  });

  test('detects an entry inserted before all others', async () => {
    await tamper(sql`INSERT INTO audit (id, action) OVERRIDING SYSTEM VALUE VALUES (-1, 'imported')`);
    expect(await findFault()).toMatch(/^Seal 1 .* has 3 entries, 2 were sealed\.$/);
  });

  test('detects a missing seal', async () => {
    await tamper(sql`DELETE FROM audit_seal WHERE number = 2`);
    expect(await findFault()).toMatch(/^Seal 3 .* follows where seal 2 should stand\.$/);
  });

  test('detects a valid seal that releases entries too early', async () => {
    const [newest] = await selectSealsAfter(world.db, 2);
    const forged = {
      ...newest!,
      number: 4,
      entryCount: 0,
      newestAt: null,
      lastReleasedId: 6,
      entriesHash: createEntriesHasher().hex(),
    };
    await tamper(sql`
      INSERT INTO audit_seal VALUES (4, ${forged.lastId}, 0, NULL, 6, ${forged.sealedAt},
        decode(${forged.entriesHash}, 'hex'), decode(${hashSeal(forged, newest!.hash)}, 'hex'))
    `);
    expect(await findFault()).toMatch(/^Seal 4 .* lets entries go that were younger than twelve months\.$/);
  });

  test('uses the lists outside the database to detect recreated seals, and seals deleted with their entries', async () => {
    await recordSeals(app);
    const list = await readFile(join(backupFolder, sealListName), 'utf8');
    expect(list).toMatch(/^# portal [0-9a-f]{16}\n(\d{4}-\d\d-\d\dT\S+Z seal [123] [0-9a-f]{64}\n){3}$/);
    expect(await readFile(join(world.dataDir, sealListName), 'utf8')).toBe(list);
    const findDifferences = async () => findSealDifferences(app, await selectSealsAfter(world.db, 0));
    expect(await findDifferences()).toEqual([]);

    await tamper(sql`DELETE FROM audit WHERE id = 7`);
    await tamper(sql`DELETE FROM audit_seal WHERE number = 3`);
    expect(await findFault()).toBeNull();
    expect(await findDifferences()).toEqual(
      [world.dataDir, backupFolder].map(
        (path) => `Seal 3 of the database is not the one that ${join(path, sealListName)} has noted.`,
      ),
    );
    await tamper(sql`UPDATE audit SET actor_id = 9 WHERE id = 3`);
    await tamper(sql`TRUNCATE audit_seal`);
    await sealLog(app);
    await recordSeals(app);
    expect(await findFault()).toBeNull();
    expect((await findDifferences())[0]).toMatch(/^Seal 1 of the database is not the one/);
  });
});

test('an entry is sealed even if its transaction ends late', async () => {
  const readEntryCounts = async () => (await selectSealsAfter(world.db, 0)).map(({ entryCount }) => entryCount);
  let sealing: Promise<unknown> | undefined;
  await world.db.transaction().execute(async (lateTransaction) => {
    await sql`INSERT INTO audit (action) VALUES ('booked')`.execute(lateTransaction);
    await writeEntries(0);
    // Counts the statements of `sealLog`, which repeats its check until this transaction has ended.
    let statements = 0;
    const countingDb = world.app.db.withPlugin({
      transformQuery: ({ node }) => (statements++, node),
      transformResult: ({ result }) => Promise.resolve(result),
    });
    sealing = sealLog({ ...app, db: countingDb });
    await vi.waitFor(() => expect(statements).toBeGreaterThan(4), 60_000);
    expect(await readEntryCounts()).toEqual([]);
  });
  await sealing;
  expect(await readEntryCounts()).toEqual([2]);
  expect(await findFault()).toBeNull();
});

describe('retention of the audit log', () => {
  test('deletes the entries of whole seals, which the check accepts, but it detects entries that are added in their place', async () => {
    await writeEntries(1300, 1299.9, 1200, 400, 0);
    expect(await applyRetention(world.app)).toMatchObject({ audit: 3 });
    expect(await findFault()).toBeNull();
    const { rows } = await sql`SELECT id FROM audit ORDER BY id`.execute(world.db);
    expect(rows).toEqual([{ id: 4 }, { id: 5 }]);
    expect(await applyRetention(world.app)).toMatchObject({ audit: 0 });

    await tamper(sql`INSERT INTO audit (id, action) OVERRIDING SYSTEM VALUE VALUES (2, 'imported')`);
    expect(await findFault()).toMatch(/^Seal 1 .* has 1 entries, 2 were sealed\.$/);
    await tamper(sql`DELETE FROM audit WHERE id = 2`);
    expect(await findFault()).toBeNull();
    await tamper(sql`DELETE FROM audit WHERE id = 4`);
    expect(await findFault()).toMatch(/^Seal 3 .* has 0 entries, 1 were sealed\.$/);
  });

  test('deletes only entries that a seal has released and that are older than twelve months', async () => {
    await writeEntries(400, 300);
    const { rows } = await sql`SELECT forget_audit(now(), 100) AS gone`.execute(world.app.db);
    expect(rows).toEqual([{ gone: 0 }]);
    world.clock.shiftMs = 3 * 365 * 86_400_000;
    expect(await applyRetention(world.app)).toMatchObject({ audit: 1 });
    world.clock.shiftMs = 0;
    expect(await findFault()).toBeNull();
  });
});

test('the app can add and read seals, but cannot change or delete them', async () => {
  await writeEntries(0);
  await sealLog(app);
  const denied = expect.objectContaining({ code: '42501' });
  await expect(sql`UPDATE audit_seal SET entries = 0`.execute(world.app.db)).rejects.toEqual(denied);
  await expect(sql`DELETE FROM audit_seal`.execute(world.app.db)).rejects.toEqual(denied);
  await expect(sql`TRUNCATE audit_seal`.execute(world.app.db)).rejects.toEqual(denied);
});

test('the lists of seals ignore seals that a restore has undone, and incomplete lines', async () => {
  await writeEntries(0);
  let serverLog = '';
  await sealAndRecordLog(app, pino({}, { write: (line: string) => (serverLog += line) }));
  expect(serverLog).toMatch(/"seal":1,"entries":1,"hash":"[0-9a-f]{64}".*The audit log was sealed\./);
  await appendFile(join(backupFolder, sealListName), '2026-11-21T10:0');
  await writeEntries(0);
  await sealLog(app);
  await recordSeals(app);
  await tamper(sql`DELETE FROM audit WHERE id = 2`);
  await tamper(sql`DELETE FROM audit_seal WHERE number = 2`);
  expect(await findSealDifferences(app, await selectSealsAfter(world.db, 0))).toHaveLength(2);
  await recordRestore(app);
  await writeEntries(0, 0);
  await sealLog(app);
  await recordSeals(app);
  expect(await readFile(join(backupFolder, sealListName), 'utf8')).toMatch(
    / seal 2 .*\n.* restored to seal 1\n.* seal 2 /,
  );
  expect(await findSealDifferences(app, await selectSealsAfter(world.db, 0))).toEqual([]);
});

test('the seal command seals the log, prints the newest seal, and checks a seal that was printed before', async () => {
  await writeEntries(0, 0);
  const env = { DATABASE_URL: world.appUrl, DATA_DIR: world.dataDir };
  const { code, output } = await runCommand('seal', [], env);
  expect(code).toBe(0);
  const [, printedSeal = ''] =
    /^2 entries were sealed\.\n.* UTC, to be noted on another machine:\n {2}(1:[0-9a-f]{64})\n$/.exec(output) ?? [];
  expect(await runCommand('seal', ['--is', printedSeal], env)).toEqual({ code: 0, output: 'Seal 1 is unchanged.\n' });
  expect((await runCommand('seal', ['--is', `2${printedSeal.slice(1)}`], env)).code).toBe(1);
  await tamper(sql`UPDATE audit SET actor_id = 9 WHERE id = 1`);
  const doctor = await runCommand('doctor', [], env);
  expect(doctor.output).toMatch(
    /^TROUBLE {2}seals {7}The audit log was changed: Seal 1 .* other entries than were sealed\.$/m,
  );
  expect(doctor.code).toBe(1);
});

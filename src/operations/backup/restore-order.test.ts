import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { transact } from '../../platform/database/db.ts';
import { readSettings } from '../../platform/settings/settings.ts';
import { addMachine, removeMachines, withDb } from '../../../tests/support/machines.ts';
import { inDays, openWorld } from '../../../tests/support/world.ts';
import { makeBackup } from './make.ts';
import { restoreBackup } from './restore-backup.ts';

test('a moved booking is restored even if its original row is in a later part of the archive', async () => {
  const world = await openWorld();
  const folder = await mkdtemp(join(tmpdir(), 'portal-order-'));
  const [coach, participant] = [await world.addCoach(), await world.addParticipant()];
  const [movedId, originalId] = [900_001, 900_002];
  await transact(world.db, async (tx) => {
    await sql`SET CONSTRAINTS ALL DEFERRED`.execute(tx);
    await sql`
      INSERT INTO appointment (id, coach_id, type_id, participant_id, starts_at, ends_at, status, moved_from, moved_at,
        calendar_event, calendar_sequence)
      OVERRIDING SYSTEM VALUE
      VALUES (${movedId}, ${coach}, 1, ${participant}, ${inDays(20, '10:00')}, ${inDays(20, '10:45')}, 'G', ${originalId}, now(),
        ${originalId}, 2)
    `.execute(tx);
    // Enough rows to fill more than one part of the archive.
    await sql`
      INSERT INTO appointment (coach_id, type_id, participant_id, status, cancel_kind, starts_at, ends_at)
      SELECT ${coach}, 1, ${participant}, 'K', 'byAdmin', now() + n * interval '2 hours', now() + (n + 0.1) * interval '2 hours'
      FROM generate_series(1000, 16000) n
    `.execute(tx);
    await sql`
      INSERT INTO appointment (id, coach_id, type_id, participant_id, starts_at, ends_at, status, cancel_kind)
      OVERRIDING SYSTEM VALUE
      VALUES (${originalId}, ${coach}, 1, ${participant}, ${inDays(10, '10:00')}, ${inDays(10, '10:45')}, 'K', 'rescheduled')
    `.execute(tx);
  });
  const { path, manifest } = await makeBackup(world.app, folder);
  expect(manifest.parts.filter(({ name }) => name.startsWith('tables/appointment')).length).toBeGreaterThan(1);

  const { env, ownerUrl } = await addMachine(folder);
  await restoreBackup(readSettings(env), { file: path }, () => {});
  const rows = await withDb(ownerUrl, (db) =>
    db.selectFrom('appointment').selectAll().where('id', '>=', movedId).orderBy('id').execute(),
  );
  expect(rows).toMatchObject([{ id: movedId, moved_from: originalId }, { id: originalId }]);
  await removeMachines();
  await world.close();
  await rm(folder, { recursive: true });
});

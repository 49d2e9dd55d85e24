import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, migrationsIn } from '../../platform/database/migrate.ts';
import { migrationsFolder, readProductVersion } from '../../platform/settings/paths.ts';
import { openStore } from '../../platform/storage/store.ts';
import { readSettings } from '../../platform/settings/settings.ts';
import { runCommand } from '../../../tests/support/commands.ts';
import { addMachine, removeMachines, withDb } from '../../../tests/support/machines.ts';
import { addAdmin } from '../../../tests/support/people.ts';
import { makeBackup } from './make.ts';
import { restoreBackup } from './restore-backup.ts';

test(
  'a backup of an older version is migrated, and a backup of a newer version is refused',
  { timeout: 60_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portal-restore-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    onTestFinished(removeMachines);
    const olderMachine = await addMachine(folder);
    const olderMigrationsFolder = join(folder, 'migrations');
    await mkdir(olderMigrationsFolder);
    const names = migrationsIn(migrationsFolder).slice(0, -3);
    for (const name of names) await copyFile(join(migrationsFolder, name), join(olderMigrationsFolder, name));
    await migrate(olderMachine.ownerUrl, olderMachine.appUrl, olderMigrationsFolder);
    await withDb(olderMachine.ownerUrl, (db) => addAdmin(db, { first_name: 'Anna', last_name: 'Früher' }));
    const settings = readSettings(olderMachine.env);
    const store = openStore(undefined, olderMachine.dataDir);
    const { path } = await withDb(olderMachine.appUrl, (db) =>
      makeBackup({ db, settings, store }, olderMachine.dataDir),
    );
    const machine = await addMachine(folder);
    const lines: string[] = [];
    await restoreBackup(readSettings(machine.env), { file: path }, (line) => lines.push(line));
    expect(lines.join('\n')).toContain('again');
    await withDb(machine.ownerUrl, async (db) => {
      const appliedMigrations = await db.selectFrom('migration').select('name').orderBy('name').execute();
      expect(appliedMigrations.map(({ name }) => name)).toEqual(migrationsIn(migrationsFolder));
      expect(await db.selectFrom('person').select('last_name').execute()).toEqual([{ last_name: 'Früher' }]);
    });

    await withDb(olderMachine.ownerUrl, (db) =>
      sql`INSERT INTO migration (name) VALUES ('9999_later.sql')`.execute(db),
    );
    const newerBackup = await withDb(olderMachine.appUrl, (db) => makeBackup({ db, settings, store }, folder));
    const refusal = await runCommand('restore', [newerBackup.path], (await addMachine(folder)).env);
    expect(refusal.output).toContain(`was made by a newer version (${readProductVersion()}, migration 9999_later.sql)`);
    expect(refusal.code).toBe(1);
  },
);

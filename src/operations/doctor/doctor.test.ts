import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runCommand } from '../../../tests/support/commands.ts';
import { uploadFiles } from '../../features/files/contract.ts';
import { craftDocx } from '../../features/files/testdata/craft.ts';
import { createStoreKey, openStore } from '../../platform/storage/store.ts';
import { startClamd } from '../../features/files/testdata/clamd.ts';
import { openIssuer, singleSignOnEnv } from '../../../tests/support/issuer.ts';
import { readSettings } from '../../platform/settings/settings.ts';
import { startSmtp } from '../../../tests/support/smtp.ts';
import { findFreePort } from '../../../tests/support/ports.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { queueErasureListEntry } from '../../features/audit/exports.ts';
import { recordBackup } from '../../features/backups/exports.ts';
import { runChecks, type CheckOptions } from './checks.ts';

let world: World;
let folder: string;
let participant: number;
beforeAll(async () => {
  world = await openWorld();
  folder = await mkdtemp(join(tmpdir(), 'portal-doctor-'));
  participant = await world.addParticipant({ hasCv: false });
  const session = await world.signIn(participant);
  await world.send(uploadFiles, [{ field: `file_${session}_0`, name: 'a.docx', bytes: craftDocx() }]);
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

/** Returns the lines of the doctor's warnings and trouble by check. `settings` replaces some settings of the world. */
async function findComplaints(
  settings: Partial<World['settings']> = {},
  options: CheckOptions = { repair: false, thorough: true },
): Promise<Record<string, string>> {
  const reported: Record<string, string> = {};
  const installation = { ...world.app, settings: { ...world.app.settings, ...settings } };
  await runChecks(installation, options, (check, { state, line }) => {
    if (state !== 'ok') reported[check] = `${reported[check] ? `${reported[check]}\n` : ''}${state}: ${line}`;
  });
  return reported;
}

test('in a healthy portal, the doctor complains only about the settings of the tests', async () => {
  const backupDir = folder;
  const name = `portal-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.gz.age`;
  await writeFile(join(folder, name), '');
  // Ignores the disks, since the result depends on how full this machine's disk is.
  const { settings, disks: _, ...otherComplaints } = await findComplaints({ backupDir, backupRecipients: ['age1x'] });
  expect(otherComplaints).toEqual({});
  expect(settings).toContain('RATE_LIMIT_FACTOR is 0');
  await rm(join(folder, name));
});

test('the doctor finds a double booking, even if a constraint is missing', async () => {
  await sql`ALTER TABLE appointment DROP CONSTRAINT appointment_coach_overlap`.execute(world.db);
  const coach = await world.addCoach();
  const ids = [
    await world.addAppointment(coach, inDays(3, '10:00')),
    await world.addAppointment(coach, inDays(3, '10:15')),
  ];
  expect((await findComplaints())['data']).toMatch(
    new RegExp(`^trouble: coachOverlap: .* Violated by: ${ids.join('\\+')}\\.`),
  );
  await world.db.deleteFrom('appointment').where('id', 'in', ids).execute();
});

test('the doctor finds a mail without a job, and queues it again on request', async () => {
  await world.db.insertInto('mail').values({ kind: 'passwordChanged', person_id: participant }).execute();
  expect((await findComplaints())['data']).toContain('mailWithoutJob');
  expect((await findComplaints({}, { repair: true, thorough: false }))['data']).toBeUndefined();
});

test('the doctor finds a stored object without a document, and removes it on request', async () => {
  const key = createStoreKey();
  await world.app.store.put(key, join(import.meta.dirname, 'checks.ts'));
  const path = join(world.dataDir, 'files', key.slice(0, 2), key.slice(2, 4), key);
  const longAgo = new Date(Date.now() - 48 * 3_600_000);
  await utimes(path, longAgo, longAgo);
  expect((await findComplaints())['documents']).toContain('1 of 2 objects of the store belong to no document.');
  expect((await findComplaints({}, { repair: true, thorough: false }))['documents']).toBeUndefined();
  await expect(world.app.store.get(key)).rejects.toThrow();
});

test('the doctor reports a missing or changed document by its id', async () => {
  const [document] = await world.db.selectFrom('document').select(['id', 'store_key as key']).execute();
  const path = join(world.dataDir, 'files', document!.key.slice(0, 2), document!.key.slice(2, 4), document!.key);
  await writeFile(path, 'changed');
  expect((await findComplaints())['documents']).toContain(
    `Damaged in the store, only a backup still has them: documents ${document!.id}.`,
  );
  await world.app.store.remove(document!.key);
  expect((await findComplaints())['documents']).toContain(
    `Missing in the store, only a backup still has them: documents ${document!.id}.`,
  );
  await world.db.deleteFrom('document').execute();
});

test('the doctor reports overdue jobs and unknown columns as trouble, but not what a newer release has added', async () => {
  await sql`SELECT graphile_worker.add_job('forgetFiles', run_at => now() - interval '1 hour')`.execute(world.db);
  expect((await findComplaints())['worker']).toBe(
    'trouble: 1 jobs have been waiting for more than ten minutes: no portal is processing them.',
  );
  await world.db.insertInto('migration').values({ name: '9999_later.sql' }).execute();
  await sql`ALTER TABLE person ADD COLUMN shoe_size integer`.execute(world.db);
  const complaints = await findComplaints();
  expect(complaints['migrations']).toMatch(
    /^warning: The database has migrations of a newer version: 9999_later\.sql\./,
  );
  expect(complaints['schema']).toBeUndefined();
  await world.db.deleteFrom('migration').where('name', '=', '9999_later.sql').execute();
  expect((await findComplaints())['schema']).toBe(
    'trouble: The columns differ from those of this version: person.shoe_size.',
  );
});

test('the doctor reports a list of erasures that could not be written, until it is', async () => {
  await world.db.transaction().execute(queueErasureListEntry);
  await sql`
    UPDATE graphile_worker._private_jobs SET attempts = 4, last_error = 'EROFS', run_at = now() + interval '1 hour'
    WHERE key = 'noteErasures'
  `.execute(world.db);
  expect((await findComplaints())['erasures']).toMatch(
    /^trouble: The lists of erasures cannot be written \(attempts: 4\),/,
  );
  await sql`DELETE FROM graphile_worker._private_jobs WHERE key = 'noteErasures'`.execute(world.db);
  expect((await findComplaints())['erasures']).toBeUndefined();
});

test('the doctor says that the store of documents cannot be used, and why', async () => {
  const closedAddress = `http://127.0.0.1:${await findFreePort()}`;
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  const store = openStore(`s3://documents?endpoint=${closedAddress}&region=eu-central-1`, world.dataDir);
  const lines: string[] = [];
  await runChecks({ ...world.app, store }, { repair: false, thorough: false }, (check, { line }) => {
    if (check === 'documents') lines.push(line);
  });
  vi.unstubAllEnvs();
  expect(lines).toEqual([
    'The store of documents cannot be used (ECONNREFUSED): does it run, is FILE_STORE_URL right?',
  ]);
});

test('the doctor distinguishes missing backups, old backups and an unavailable folder', async () => {
  expect((await findComplaints({ backupDir: folder }))['backups']).toContain('There is no backup in');
  await writeFile(join(folder, 'portal-2026-01-01T000000Z.tar.gz'), '');
  expect((await findComplaints({ backupDir: folder }))['backups']).toMatch(
    /^trouble: The newest backup in .* hours old\./,
  );
  const missingFolder = join(folder, randomUUID());
  const complaints = await findComplaints({ backupDir: missingFolder });
  expect(complaints['disks']).toMatch(/cannot be read/);
  expect(complaints['folders']).toBe(
    `trouble: The folder ${missingFolder} (BACKUP_DIR) cannot be written to (ENOENT): make it, or mount its disk.`,
  );
});

test('the doctor says why no document can be inspected', async () => {
  const file = join(folder, 'a file');
  await writeFile(file, '');
  const complaints = await findComplaints({ dataDir: file });
  expect(complaints['inspection']).toMatch(/^trouble: .* cannot be created: not a directory \(ENOTDIR\)\.$/);
});

test('the doctor reports a nightly backup that failed, even if an older one is recent', async () => {
  const name = `portal-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.gz.age`;
  await writeFile(join(folder, name), '');
  await recordBackup(world.db, world.clock, 'ENOSPC');
  expect((await findComplaints({ backupDir: folder, backupRecipients: ['age1x'] }))['backups']).toBe(
    'trouble: The last nightly backup failed (ENOSPC).',
  );
  await recordBackup(world.db, world.clock, null);
  expect((await findComplaints({ backupDir: folder, backupRecipients: ['age1x'] }))['backups']).toBeUndefined();
  await rm(join(folder, name));
});

test('the doctor names each partner server that does not answer, and reports old virus signatures', async () => {
  const closedAddress = `127.0.0.1:${await findFreePort()}`;
  const reported = await findComplaints({
    clamd: closedAddress,
    smtpUrl: `smtp://${closedAddress}`,
    replicaUrl: `postgres://app@${closedAddress}/portal`,
  });
  expect(reported['partners']?.split('\n')).toEqual([
    `trouble: The virus scanner at ${closedAddress} (CLAMD) does not answer; documents cannot be uploaded without it.`,
    `trouble: The mail server ${closedAddress} (SMTP_URL) is unavailable or refuses the portal (ESOCKET); mails are waiting.`,
    'warning: The replica (DATABASE_REPLICA_URL) is unavailable (ECONNREFUSED); reports are read from the primary.',
  ]);
  const [clamd, smtp] = [await startClamd(), await startSmtp()];
  const reachableServers = { clamd: clamd.address, smtpUrl: `smtp://127.0.0.1:${smtp.port}`, replicaUrl: world.appUrl };
  expect((await findComplaints(reachableServers))['partners']).toBeUndefined();
  clamd.behaviour.signaturesBuiltAt = new Date(Date.now() - 49 * 3_600_000);
  expect((await findComplaints(reachableServers))['partners']).toMatch(
    /^warning: The signatures .* are older than two days\.$/,
  );
  await clamd.close();
  await smtp.close();
});

test('the doctor checks the identity provider, and names the address to enter there [3.18]', async () => {
  const issuer = await openIssuer({ sub: 'niemand' });
  const { singleSignOn } = readSettings(singleSignOnEnv(issuer.address));
  const findPartners = async (settings: Partial<World['settings']> = { singleSignOn }) => {
    const lines: string[] = [];
    const installation = { ...world.app, settings: { ...world.app.settings, ...settings } };
    await runChecks(installation, { repair: false, thorough: false }, (check, { state, line }) => {
      if (check === 'partners') lines.push(`${state}: ${line}`);
    });
    return lines;
  };
  expect(await findPartners({ singleSignOn, publicUrl: 'https://portal.example' })).toEqual([
    `ok: The identity provider ${issuer.address} answers. It must know the address https://portal.example/api/sso/callback.`,
  ]);
  const start = `trouble: The identity provider ${issuer.address} (OIDC_ISSUER)`;
  issuer.faults = { description: { code_challenge_methods_supported: ['plain'] } };
  expect(await findPartners()).toEqual([`${start} does not know PKCE with S256: staff cannot sign in.`]);
  issuer.faults = { description: { jwks_uri: `${issuer.address}/nichts` } };
  expect(await findPartners()).toEqual([`${start} answers 404 when asked for its keys: staff cannot sign in.`]);
  issuer.faults = { description: { token_endpoint: undefined } };
  expect(await findPartners()).toEqual([`${start} names no addresses for signing in: staff cannot sign in.`]);
  issuer.faults = { description: { issuer: 'http://127.0.0.1:1' } };
  expect((await findPartners())[0]).toMatch(
    / does not answer, or as another one \(OAUTH_\w+\): staff cannot sign in\.$/,
  );
  await issuer.stop();
  expect(await findPartners()).toEqual([
    `${start} does not answer, or as another one (ECONNREFUSED): staff cannot sign in.`,
  ]);
});

test('the doctor reports an app role that can rewrite the audit log', async () => {
  const reported: string[] = [];
  await runChecks({ ...world.app, db: world.db }, { repair: false, thorough: false }, (_, { line }) =>
    reported.push(line),
  );
  expect(reported.join()).toContain("The app's role can rewrite the audit log");
});

test('the command prints every check, and exits with 1 if something is broken', async () => {
  const { code, output } = await runCommand('doctor', [], { DATABASE_URL: world.appUrl, DATA_DIR: world.dataDir });
  expect(output).toMatch(/^ok {7}migrations {2}All \d+ migrations are applied\.$/m);
  expect(output).toMatch(/^TROUBLE {2}schema {6}The columns differ/m);
  expect(code).toBe(1);
});

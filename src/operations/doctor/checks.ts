import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { findSealDifferences, verifyLog } from '../../features/audit/exports.ts';
import { listBackups, readBackupState } from '../../features/backups/exports.ts';
import { nightlyLimitHours } from '../../features/backups/rules.ts';
import { describeUnwritableFolder, findUnwritableFolders } from '../folders.ts';
import {
  canSafelyRemove,
  findChangedDocuments,
  findInspectionProblem,
  findOrphans,
  removeOrphans,
} from '../../features/files/exports.ts';
import { describeExampleValues, findExampleValues } from '../../features/provider/exports.ts';
import { migrationsFolder } from '../../platform/settings/paths.ts';
import { dataClasses } from '../../platform/database/data-classes.ts';
import { codeOf } from '../../platform/database/db.ts';
import { describeSystemError, describeSystemReason } from '../../platform/system-error.ts';
import type { App } from '../../platform/http/calls/handler.ts';
import { findViolations } from '../privacy/invariants.ts';
import { migrationsIn } from '../../platform/database/migrate.ts';
import { ok, trouble, warning, type Finding } from './finding.ts';
import { checkIdentityProvider, checkMailServer, checkReplica, checkScanner } from './partners.ts';

/** The installation that the doctor checks. */
export type CheckTarget = Pick<App, 'db' | 'store' | 'settings'>;

/** The options of the checks. */
export interface CheckOptions {
  /** Repairs what is safe to repair: removes stored objects without a document, queues mails without a job. */
  repair: boolean;
  /** Reads all documents instead of one in thirty. */
  thorough: boolean;
}

/** Formats at most ten ids or names, and the number of the others. */
const formatList = (ids: readonly (string | number)[]) =>
  `${ids.slice(0, 10).join(', ')}${ids.length > 10 ? ` and ${ids.length - 10} more` : ''}`;

/** Returns the code or the name of the error if the store cannot be reached or written to, else null. */
const findStoreFault = (store: App['store']) =>
  store.check().then(
    () => null,
    (error: unknown) => codeOf(error) || (error instanceof Error ? error.name : 'unknown error'),
  );

type Check = (target: CheckTarget, options: CheckOptions) => Promise<Finding[]>;

/** Every check by its name, in the order of the report. */
export const checks: Record<string, Check> = {
  async migrations({ db }) {
    const rows = await db.selectFrom('migration').select('name').execute();
    const appliedMigrations = new Set(rows.map(({ name }) => name));
    const knownMigrations = migrationsIn(migrationsFolder);
    const pendingMigrations = knownMigrations.filter((name) => !appliedMigrations.has(name));
    const newerMigrations = [...appliedMigrations].filter((name) => !knownMigrations.includes(name));
    if (newerMigrations.length > 0)
      return [
        warning(
          `The database has migrations of a newer version: ${formatList(newerMigrations)}. That is right after a step ` +
            'back to the previous release; otherwise update this installation.',
        ),
      ];
    if (pendingMigrations.length > 0)
      return [trouble(`Not applied yet: ${formatList(pendingMigrations)}. The next start of the portal applies them.`)];
    return [ok(`All ${knownMigrations.length} migrations are applied.`)];
  },

  async schema({ db }) {
    const { rows: columns } = await sql<{ name: string }>`
      SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = 'public'
    `.execute(db);
    const expectedColumns = new Set(
      Object.entries(dataClasses).flatMap(([table, classes]) =>
        Object.keys(classes).map((column) => `${table}.${column}`),
      ),
    );
    const actualColumns = new Set(columns.map(({ name }) => name));
    const missingColumns = [...expectedColumns].filter((name) => !actualColumns.has(name));
    const unexpectedColumns = [...actualColumns].filter((name) => !expectedColumns.has(name));
    const hasNewerMigrations = (await db.selectFrom('migration').select('name').execute()).some(
      ({ name }) => !migrationsIn(migrationsFolder).includes(name),
    );
    // A newer release, from which this one is a step back, may have added columns.
    const differingColumns = [...missingColumns, ...(hasNewerMigrations ? [] : unexpectedColumns)];
    const { rows: invalidObjects } = await sql<{ name: string }>`
      SELECT indexrelid::regclass::text AS name FROM pg_index WHERE NOT indisvalid
      UNION ALL SELECT conname FROM pg_constraint WHERE NOT convalidated
    `.execute(db);
    if (differingColumns.length > 0)
      return [trouble(`The columns differ from those of this version: ${formatList(differingColumns)}.`)];
    if (invalidObjects.length > 0)
      return [trouble(`Invalid indexes or constraints: ${formatList(invalidObjects.map(({ name }) => name))}.`)];
    return [ok(`All ${expectedColumns.size} columns are those of this version; every index and constraint is valid.`)];
  },

  async log({ db }) {
    const { rows } = await sql<{ can_rewrite: boolean }>`
      SELECT bool_or(has_table_privilege(name, 'UPDATE, DELETE, TRUNCATE')) AS can_rewrite
      FROM unnest(ARRAY['audit', 'audit_seal']) name
    `.execute(db);
    if (rows[0]?.can_rewrite)
      return [
        warning(
          "The app's role can rewrite the audit log: set DATABASE_MIGRATE_URL, so that the app has a restricted role.",
        ),
      ];
    return [ok('The app can add to the audit log and read it, but not change it.')];
  },

  async seals({ db, settings }) {
    const { seals, entries, fault } = await verifyLog(db);
    const problems = await findSealDifferences({ db, settings }, seals);
    if (fault) problems.unshift(`The audit log was changed: ${fault}`);
    if (problems.length > 0) return problems.map(trouble);
    const { rows } = await sql<{ unsealed: number }>`
      SELECT count(*) AS unsealed FROM audit
      WHERE id > ${seals.at(-1)?.lastId ?? 0} AND at < clock_timestamp() - interval '26 hours'
        AND (SELECT max(applied_at) FROM migration) < clock_timestamp() - interval '26 hours'
    `.execute(db);
    const unsealedCount = rows[0]?.unsealed ?? 0;
    if (unsealedCount > 0)
      return [warning(`${unsealedCount} entries of the audit log have not been sealed since yesterday: npm run seal.`)];
    return [ok(`The audit log matches all of its ${seals.length} seals: ${entries} entries are unchanged.`)];
  },

  async data({ db }, { repair }) {
    const requeuedCount = repair ? await queueMailsWithoutJob(db) : 0;
    const violations = await findViolations(db);
    return [
      ...(requeuedCount > 0 ? [ok(`${requeuedCount} waiting mails had no job and are queued again.`)] : []),
      ...(violations.length === 0
        ? [ok('The data is consistent: nobody is booked twice, every quota is right, every mail is accounted for.')]
        : violations.map(({ name, rule, ids }) => trouble(`${name}: ${rule} Violated by: ${formatList(ids)}.`))),
    ];
  },

  async documents({ db, store }, { repair, thorough }) {
    const fault = await findStoreFault(store);
    if (fault)
      return [trouble(`The store of documents cannot be used (${fault}): does it run, is FILE_STORE_URL right?`)];
    const orphans = await findOrphans(db, store);
    const findings: Finding[] = [];
    const orphanCount = orphans.objects.length;
    if (orphanCount > 0 && repair && canSafelyRemove(orphans)) {
      await removeOrphans(db, store, orphans);
      findings.push(ok(`${orphanCount} objects of the store that belonged to no document were removed.`));
    } else if (orphanCount > 0) {
      const advice = canSafelyRemove(orphans)
        ? 'npm run doctor -- --repair removes them.'
        : 'That is too many for remnants: does the database belong to this store?';
      findings.push(
        warning(`${orphanCount} of ${orphans.checkedCount} objects of the store belong to no document. ${advice}`),
      );
    }
    if (orphans.documents.length > 0)
      findings.push(
        trouble(`Missing in the store, only a backup still has them: documents ${formatList(orphans.documents)}.`),
      );
    const changedDocuments = await findChangedDocuments(
      db,
      store,
      thorough ? { partCount: 1, partIndex: 0 } : { partCount: 30, partIndex: 0 },
    );
    if (changedDocuments.length > 0)
      findings.push(
        trouble(`Damaged in the store, only a backup still has them: documents ${formatList(changedDocuments)}.`),
      );
    if (findings.length > 0) return findings;
    return [
      ok(`Every document is in the store; ${thorough ? 'all' : 'one in thirty'} of them were read and are unchanged.`),
    ];
  },

  async inspection({ settings }) {
    const problem = await findInspectionProblem(join(settings.dataDir, 'tmp'));
    if (problem === null) return [ok('Uploaded documents can be inspected and read in a sandbox.')];
    return [
      trouble(
        `No document can be uploaded or read: the sandbox that inspects them does not work here (${problem}). Are all ` +
          'files of the installation there and readable, and not linked from another folder?',
      ),
    ];
  },

  async mails({ db }) {
    const { rows } = await sql<{ waiting: number; late: number; failed: number }>`
      SELECT count(*) FILTER (WHERE waits) AS waiting,
        count(*) FILTER (WHERE waits AND created_at < clock_timestamp() - interval '1 hour') AS late,
        count(*) FILTER (WHERE failed_at > clock_timestamp() - interval '7 days') AS failed
      FROM (SELECT *, num_nonnulls(sent_at, failed_at, overtaken_at) = 0 AS waits FROM mail) m
    `.execute(db);
    const { waiting: waitingCount = 0, late: overdueCount = 0, failed: failedCount = 0 } = rows[0] ?? {};
    return [
      overdueCount > 0
        ? warning(
            `${overdueCount} mails have been waiting for more than an hour: does the mail server answer, is a portal running?`,
          )
        : ok(`${waitingCount} mails are waiting, none of them for more than an hour.`),
      ...(failedCount > 0
        ? [warning(`${failedCount} mails were given up in the last week; admins find them under „E-Mails“.`)]
        : []),
    ];
  },

  async worker({ db }) {
    const { rows } = await sql<{ overdue: number; stuck: number; nightly: Date | null }>`
      SELECT count(*) FILTER (WHERE locked_at IS NULL AND attempts = 0 AND run_at < clock_timestamp() - interval '10 minutes')
          AS overdue,
        count(*) FILTER (WHERE attempts >= max_attempts) AS stuck,
        (SELECT last_execution FROM graphile_worker._private_known_crontabs WHERE identifier = 'nightly') AS nightly
      FROM graphile_worker.jobs
    `.execute(db);
    const { overdue: overdueCount = 0, stuck: givenUpCount = 0, nightly: lastNightlyRun = null } = rows[0] ?? {};
    const findings: Finding[] = [];
    if (overdueCount > 0)
      findings.push(
        trouble(`${overdueCount} jobs have been waiting for more than ten minutes: no portal is processing them.`),
      );
    if (givenUpCount > 0) findings.push(trouble(`${givenUpCount} jobs were given up.`));
    if (lastNightlyRun && Date.now() - lastNightlyRun.getTime() > nightlyLimitHours * 3_600_000)
      findings.push(warning(`The nightly work was last started at ${lastNightlyRun.toISOString()}.`));
    return findings.length > 0 ? findings : [ok('No job is overdue.')];
  },

  async partners({ settings }) {
    const findings = (
      await Promise.all([
        checkScanner(settings),
        checkMailServer(settings),
        checkReplica(settings),
        checkIdentityProvider(settings),
      ])
    ).filter((finding) => finding !== null);
    return findings.length > 0
      ? findings
      : [ok('No mail server, virus scanner, replica or identity provider is configured.')];
  },

  async disks({ settings }) {
    const folders = [...new Set([settings.dataDir, settings.backupDir ?? settings.dataDir])];
    return Promise.all(
      folders.map(async (folder) => {
        const disk = await statfs(folder).catch((error: unknown) => describeSystemReason(error));
        if (typeof disk === 'string') return trouble(`The folder ${folder} cannot be read: ${disk}.`);
        const freePercent = Math.floor((disk.bavail / Math.max(disk.blocks, 1)) * 100);
        const line = `${freePercent} % of the disk of ${folder} is free.`;
        if (freePercent < 5) return trouble(line);
        return freePercent < 15 ? warning(line) : ok(line);
      }),
    );
  },

  async folders({ settings }) {
    const unwritable = await findUnwritableFolders(settings);
    if (unwritable.length > 0) return unwritable.map((folder) => trouble(describeUnwritableFolder(folder)));
    return [ok('The folders of the settings can be written to.')];
  },

  async erasures({ db }) {
    const { rows } = await sql<{ attempts: number }>`
      SELECT attempts FROM graphile_worker.jobs WHERE task_identifier = 'noteErasures' AND last_error IS NOT NULL
    `.execute(db);
    if (rows[0] === undefined) return [ok('No list of erasures waits to be written.')];
    return [
      trouble(
        `The lists of erasures cannot be written (attempts: ${rows[0].attempts}), so a restore may bring back what was ` +
          'erased last: mend DATA_DIR and BACKUP_DIR. The portal tries again by itself.',
      ),
    ];
  },

  async backups({ db, settings }) {
    const { backupDir, backupRecipients } = settings;
    if (backupDir === undefined) return [warning('No backup is made at night: set BACKUP_DIR.')];
    const { lastFault } = await readBackupState(db, { settings, clock: { shiftMs: 0 } });
    if (lastFault !== null) return [trouble(`The last nightly backup failed (${lastFault}).`)];
    const [newestBackup] = await listBackups(backupDir);
    if (!newestBackup) return [trouble(`There is no backup in ${backupDir}.`)];
    const ageInHours = Math.floor((Date.now() - newestBackup.at.getTime()) / 3_600_000);
    return [
      ageInHours > nightlyLimitHours
        ? trouble(`The newest backup in ${backupDir} is ${ageInHours} hours old.`)
        : ok(`The newest backup is ${ageInHours} hours old.`),
      ...(backupRecipients.length === 0
        ? [warning('Backups are not encrypted: npm run backup -- --new-key shows how.')]
        : []),
    ];
  },

  settings({ settings }) {
    const { demo, databaseUrl, defaultPassword, rateLimitFactor, publicUrl, smtpUrl } = settings;
    const findings: Finding[] = [];
    if (rateLimitFactor !== 1) findings.push(warning(`RATE_LIMIT_FACTOR is ${rateLimitFactor}: use 1 in production.`));
    if (defaultPassword !== undefined)
      findings.push(warning('DEFAULT_PASSWORD is set: everybody gets the same one; random passwords are safer.'));
    if (demo && databaseUrl) findings.push(warning('DEMO is on: an empty database would be filled with demo data.'));
    if (!demo && !publicUrl.startsWith('https:')) findings.push(warning('PUBLIC_URL is not an https address.'));
    if (!demo && !smtpUrl) findings.push(warning('SMTP_URL is not set: mails are written to DATA_DIR/mails.'));
    const exampleValues = findExampleValues(settings);
    if (exampleValues.length > 0) findings.push(warning(describeExampleValues(exampleValues)));
    return Promise.resolve(findings.length > 0 ? findings : [ok('The settings are fine.')]);
  },
};

/** Queues the waiting mails that have no job, and returns their number. Mails lose their jobs in a manual restore. */
async function queueMailsWithoutJob(db: App['db']): Promise<number> {
  const { rows } = await sql`
    UPDATE mail SET to_hand_over = true WHERE num_nonnulls(sent_at, failed_at, overtaken_at) = 0 AND NOT to_hand_over
      AND NOT EXISTS (SELECT FROM graphile_worker._private_jobs j WHERE j.payload->>'id' = mail.id::text)
    RETURNING id
  `.execute(db);
  return rows.length;
}

/**
 * Runs all checks, reports each finding immediately, and returns the worst state. A check that throws counts as
 * 'trouble'.
 */
export async function runChecks(
  target: CheckTarget,
  options: CheckOptions,
  report: (check: string, finding: Finding) => void,
): Promise<Finding['state']> {
  let worstState: Finding['state'] = 'ok';
  for (const [name, check] of Object.entries(checks)) {
    const findings = await check(target, options).catch((error: unknown) => [
      trouble(describeSystemError(error) ?? `This check failed (${codeOf(error) || 'unknown error'}).`),
    ]);
    for (const finding of findings) {
      report(name, finding);
      if (finding.state === 'trouble' || worstState === 'ok') worstState = finding.state;
    }
  }
  return worstState;
}

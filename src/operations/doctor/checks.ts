import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { differences } from '../audit/seal-list.ts';
import { verifyLog } from '../audit/verify.ts';
import { listBackups } from '../backup/make.ts';
import { changedDocuments } from '../files/nightly.ts';
import { isBelievable, orphansOf, removeOrphans } from '../files/orphans.ts';
import { migrations } from '../server/checkout.ts';
import { columns } from '../server/columns.ts';
import { codeOf } from '../server/db.ts';
import type { App } from '../server/handler.ts';
import { findBroken } from '../server/invariants.ts';
import { migrationsIn } from '../server/migrate.ts';
import { ok, trouble, warning, type Finding } from './finding.ts';
import { mailServer, replica, scanner } from './partners.ts';

/** What the doctor examines. */
export type Patient = Pick<App, 'db' | 'store' | 'settings'>;

/** How an examination is done. */
export interface Manner {
  /** Mends what can be mended without a question: objects without a document, mails without a job. */
  repair: boolean;
  /** Reads every document instead of a thirtieth. */
  thorough: boolean;
}

/** At most ten of a list, and how many more there are. */
const some = (ids: readonly (string | number)[]) =>
  `${ids.slice(0, 10).join(', ')}${ids.length > 10 ? ` and ${ids.length - 10} more` : ''}`;

type Check = (patient: Patient, manner: Manner) => Promise<Finding[]>;

/** Every examination by its name, in the order in which they are told. */
export const checks: Record<string, Check> = {
  async migrations({ db }) {
    const rows = await db.selectFrom('migration').select('name').execute();
    const applied = new Set(rows.map(({ name }) => name));
    const known = migrationsIn(migrations);
    const open = known.filter((name) => !applied.has(name));
    const foreign = [...applied].filter((name) => !known.includes(name));
    if (foreign.length > 0) return [trouble(`The database is of a newer version: ${some(foreign)}. Update this one.`)];
    if (open.length > 0) return [trouble(`Not applied yet: ${some(open)}. The next start of the portal does it.`)];
    return [ok(`All ${known.length} migrations are applied.`)];
  },

  async schema({ db }) {
    const { rows: found } = await sql<{ name: string }>`
      SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = 'public'
    `.execute(db);
    const known = new Set(
      Object.entries(columns).flatMap(([table, of]) => Object.keys(of).map((column) => `${table}.${column}`)),
    );
    const present = new Set(found.map(({ name }) => name));
    const differing = [...known].filter((name) => !present.has(name)).concat([...present].filter((n) => !known.has(n)));
    const { rows: invalid } = await sql<{ name: string }>`
      SELECT indexrelid::regclass::text AS name FROM pg_index WHERE NOT indisvalid
      UNION ALL SELECT conname FROM pg_constraint WHERE NOT convalidated
    `.execute(db);
    if (differing.length > 0) return [trouble(`Other columns than this version has: ${some(differing)}.`)];
    if (invalid.length > 0) return [trouble(`Not valid: ${some(invalid.map(({ name }) => name))}.`)];
    return [ok(`All ${known.size} columns are as this version knows them; every index and constraint is valid.`)];
  },

  async log({ db }) {
    const { rows } = await sql<{ rewrites: boolean }>`
      SELECT bool_or(has_table_privilege(name, 'UPDATE, DELETE, TRUNCATE')) AS rewrites
      FROM unnest(ARRAY['audit', 'audit_seal']) name
    `.execute(db);
    if (rows[0]?.rewrites)
      return [
        warning("The app's role can rewrite the log of deeds: give it a role of its own (DATABASE_MIGRATE_URL)."),
      ];
    return [ok('The app can add to the log of deeds and read it, nothing else.')];
  },

  async seals({ db, settings }) {
    const { seals, entries, fault } = await verifyLog(db);
    const elsewhere = await differences({ db, settings }, seals);
    if (fault) elsewhere.unshift(`The log of deeds was changed: ${fault}`);
    if (elsewhere.length > 0) return elsewhere.map(trouble);
    const { rows } = await sql<{ late: number }>`
      SELECT count(*) AS late FROM audit
      WHERE id > ${seals.at(-1)?.lastId ?? 0} AND at < clock_timestamp() - interval '26 hours'
        AND (SELECT max(applied_at) FROM migration) < clock_timestamp() - interval '26 hours'
    `.execute(db);
    const { late = 0 } = rows[0] ?? {};
    if (late > 0) return [warning(`${late} entries of the log of deeds are not sealed since yesterday: npm run seal.`)];
    return [ok(`The log of deeds fits all of its ${seals.length} seals: ${entries} entries are as they were sealed.`)];
  },

  async data({ db }, { repair }) {
    const mended = repair ? await queueForgotten(db) : 0;
    const broken = await findBroken(db);
    return [
      ...(mended > 0 ? [ok(`${mended} mails that no job knew of are queued again.`)] : []),
      ...(broken.length === 0
        ? [ok('The data holds together: nobody is booked twice, every quota is right, every mail accounted for.')]
        : broken.map(({ name, rule, ids }) => trouble(`${name}: ${rule} Not so: ${some(ids)}.`))),
    ];
  },

  async documents({ db, store }, { repair, thorough }) {
    const orphans = await orphansOf(db, store);
    const findings: Finding[] = [];
    const { length: objects } = orphans.objects;
    if (objects > 0 && repair && isBelievable(orphans)) {
      await removeOrphans(db, store, orphans);
      findings.push(ok(`${objects} objects of the store that belonged to no document are removed.`));
    } else if (objects > 0) {
      const advice = isBelievable(orphans)
        ? 'npm run doctor -- --repair removes them.'
        : 'That is too many to be left-overs: does the database belong to this store?';
      findings.push(warning(`${objects} of ${orphans.seen} objects of the store belong to no document. ${advice}`));
    }
    if (orphans.documents.length > 0)
      findings.push(
        trouble(`Missing in the store, to be had from a backup alone: documents ${some(orphans.documents)}.`),
      );
    const changed = await changedDocuments(db, store, thorough ? { of: 1, part: 0 } : { of: 30, part: 0 });
    if (changed.length > 0)
      findings.push(trouble(`Changed in the store, to be had from a backup alone: documents ${some(changed)}.`));
    if (findings.length > 0) return findings;
    return [
      ok(`Every document is in the store; ${thorough ? 'all' : 'a thirtieth'} of them were read and are unchanged.`),
    ];
  },

  async mails({ db }) {
    const { rows } = await sql<{ waiting: number; late: number; failed: number }>`
      SELECT count(*) FILTER (WHERE waits) AS waiting,
        count(*) FILTER (WHERE waits AND created_at < clock_timestamp() - interval '1 hour') AS late,
        count(*) FILTER (WHERE failed_at > clock_timestamp() - interval '7 days') AS failed
      FROM (SELECT *, num_nonnulls(sent_at, failed_at, overtaken_at) = 0 AS waits FROM mail) m
    `.execute(db);
    const { waiting = 0, late = 0, failed = 0 } = rows[0] ?? {};
    return [
      late > 0
        ? warning(`${late} mails wait for more than an hour: does the mail server answer, does a portal run?`)
        : ok(`${waiting} mails wait, none for more than an hour.`),
      ...(failed > 0 ? [warning(`${failed} mails were given up within a week; admins see them under „E-Mails“.`)] : []),
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
    const { overdue = 0, stuck = 0, nightly = null } = rows[0] ?? {};
    const findings: Finding[] = [];
    if (overdue > 0) findings.push(trouble(`${overdue} jobs wait for more than ten minutes: no portal works on them.`));
    if (stuck > 0) findings.push(trouble(`${stuck} jobs were given up.`));
    if (nightly && Date.now() - nightly.getTime() > 26 * 3_600_000)
      findings.push(warning(`The nightly work was last begun at ${nightly.toISOString()}.`));
    return findings.length > 0 ? findings : [ok('No job is overdue.')];
  },

  async partners({ settings }) {
    const found = (await Promise.all([scanner(settings), mailServer(settings), replica(settings)])).filter(
      (finding) => finding !== null,
    );
    return found.length > 0 ? found : [ok('Neither a mail server, a virus scanner nor a replica is set.')];
  },

  async disks({ settings }) {
    const folders = [...new Set([settings.dataDir, settings.backupDir ?? settings.dataDir])];
    return Promise.all(
      folders.map(async (folder) => {
        const found = await statfs(folder).catch(() => null);
        if (!found) return trouble(`The folder ${folder} cannot be read.`);
        const free = Math.floor((found.bavail / Math.max(found.blocks, 1)) * 100);
        const line = `${free} % of the disk of ${folder} is free.`;
        return free < 5 ? trouble(line) : free < 15 ? warning(line) : ok(line);
      }),
    );
  },

  async backups({ settings }) {
    const { backupDir, backupRecipients } = settings;
    if (backupDir === undefined) return [warning('No backup is made at night: set BACKUP_DIR.')];
    const [newest] = await listBackups(backupDir);
    if (!newest) return [trouble(`There is no backup in ${backupDir}.`)];
    const hours = Math.floor((Date.now() - newest.at.getTime()) / 3_600_000);
    return [
      hours > 26
        ? trouble(`The newest backup in ${backupDir} is ${hours} hours old.`)
        : ok(`The newest backup is ${hours} hours old.`),
      ...(backupRecipients.length === 0
        ? [warning('Backups are not encrypted: npm run backup -- --new-key says how.')]
        : []),
    ];
  },

  settings({ settings }) {
    const { demo, databaseUrl, defaultPassword, rateLimitFactor, publicUrl, smtpUrl } = settings;
    const findings: Finding[] = [];
    if (rateLimitFactor !== 1) findings.push(warning(`RATE_LIMIT_FACTOR is ${rateLimitFactor}: 1 is for production.`));
    if (defaultPassword !== undefined)
      findings.push(warning('DEFAULT_PASSWORD is set: random default passwords are not passed around.'));
    if (demo && databaseUrl) findings.push(warning('DEMO is on: an empty database is filled with demo data.'));
    if (!demo && !publicUrl.startsWith('https:')) findings.push(warning('PUBLIC_URL is not an https address.'));
    if (!demo && !smtpUrl) findings.push(warning('SMTP_URL is not set: mails are written to DATA_DIR/mails.'));
    return Promise.resolve(findings.length > 0 ? findings : [ok('The settings are sane.')]);
  },
};

/** Mails that wait without a job, as a database may come back from elsewhere: they go the way of new ones. */
async function queueForgotten(db: App['db']): Promise<number> {
  const { rows } = await sql`
    UPDATE mail SET to_hand_over = true WHERE num_nonnulls(sent_at, failed_at, overtaken_at) = 0 AND NOT to_hand_over
      AND NOT EXISTS (SELECT FROM graphile_worker._private_jobs j WHERE j.payload->>'id' = mail.id::text)
    RETURNING id
  `.execute(db);
  return rows.length;
}

/** Examines an installation; a check that cannot be made is trouble itself. Tells each finding as it comes. */
export async function examine(
  patient: Patient,
  manner: Manner,
  tell: (check: string, finding: Finding) => void,
): Promise<Finding['state']> {
  let worst: Finding['state'] = 'ok';
  for (const [name, check] of Object.entries(checks)) {
    const findings = await check(patient, manner).catch((error: unknown) => [
      trouble(`This could not be examined (${codeOf(error) || 'unknown fault'}).`),
    ]);
    for (const finding of findings) {
      tell(name, finding);
      if (finding.state === 'trouble' || worst === 'ok') worst = finding.state;
    }
  }
  return worst;
}

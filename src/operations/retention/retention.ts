import { sql, type RawBuilder } from 'kysely';
import { lockParticipant } from '../../features/people/exports.ts';
import { sealLog, queueErasureListEntry, audit } from '../../features/audit/exports.ts';
import { queueFileDeletion } from '../../features/files/exports.ts';
import { queueMails } from '../../features/mail/exports.ts';
import { eraseBySystem } from '../../features/participants/exports.ts';
import { hasFreeText, clearedFreeText } from '../../features/ratings/exports.ts';
import { transact, type Tx } from '../../platform/database/db.ts';
import type { App } from '../../platform/http/calls/handler.ts';
import type { RetentionClass, RetentionPeriods } from './rules.ts';
import { deletionNoticeDays } from '../../features/mail/rules.ts';
import * as queries from './sql.ts';

type RetentionContext = Pick<App, 'db' | 'clock' | 'usesLocks' | 'settings'>;

/** Rows per batch. Batches keep transactions short, so that no user has to wait long. */
const batchSize = 500;
const auditBatchSize = 20 * batchSize;

/** Counts and deletes the due data of a class. Data are due when their retention period has passed. */
interface RetentionStep {
  countDue(): Promise<number>;
  /** Deletes or anonymises the due data, or sends the due notices, and returns their number. */
  apply(): Promise<number>;
}

/** Creates the steps for all classes with a retention period, in the order in which they are applied. */
function createRetentionSteps(app: RetentionContext): Partial<Record<RetentionClass, RetentionStep>> {
  const { db, clock } = app;
  const periods: RetentionPeriods = app.settings.providerConfig.retention;
  const monthsAgo = (count: number) => queries.timeAgo(clock, count, 'months');
  const daysAgo = (count: number) => queries.timeAgo(clock, count, 'days');
  const steps: Partial<Record<RetentionClass, RetentionStep>> = {};

  /** Creates a step that processes people one by one, each in a transaction. */
  const createPeopleStep = (
    selection: queries.Selection,
    processPerson: (tx: Tx, id: number) => Promise<boolean>,
  ): RetentionStep => ({
    countDue: () => queries.countRows(db, selection),
    async apply() {
      let count = 0;
      let lastId = 0;
      for (;;) {
        const ids = await queries.selectPersonIds(db, selection, lastId, batchSize);
        for (const id of ids) if (await transact(db, (tx) => processPerson(tx, id))) count++;
        if (ids.length < batchSize) return count;
        lastId = ids.at(-1) ?? 0;
      }
    },
  });
  const createErasureStep = (selection: queries.Selection) =>
    createPeopleStep(selection, (tx, id) =>
      eraseBySystem(tx, app, id, () => queries.includesPerson(tx, selection, id)),
    );
  const createDocumentStep = (selection: queries.Selection): RetentionStep => {
    let deletedCount = 0;
    const step = createPeopleStep(selection, async (tx, id) => {
      // Bookings take the same lock: they require a document, so none may run while documents are deleted.
      await lockParticipant(tx, id);
      const rows = await queries.deleteDocuments(tx, selection, id);
      await queueFileDeletion(
        tx,
        rows.map(({ key }) => key),
      );
      for (const row of rows) await audit(tx, { actor: null, action: 'fileDeleted', person: id, document: row.id });
      if (rows.length > 0) await queueErasureListEntry(tx);
      deletedCount += rows.length;
      return true;
    });
    return { countDue: () => step.countDue(), apply: () => step.apply().then(() => deletedCount) };
  };
  /**
   * Creates a step that updates or deletes rows of a table in batches. `condition` selects the due rows; in it, `x` is
   * the table. `change` is an UPDATE or DELETE without WHERE.
   */
  const createRowStep = (
    table: string,
    condition: RawBuilder<boolean>,
    change: RawBuilder<unknown>,
  ): RetentionStep => ({
    countDue: () => queries.countRows(db, sql`FROM ${sql.table(table)} x WHERE ${condition}`),
    async apply() {
      for (let count = 0; ;) {
        const { numAffectedRows = 0n } = await sql`
          ${change} WHERE id IN (SELECT x.id FROM ${sql.table(table)} x WHERE ${condition} LIMIT ${batchSize})
        `.execute(db);
        count += Number(numAffectedRows);
        if (numAffectedRows < batchSize) return count;
      }
    },
  });

  if (periods.participantMonths !== null) {
    const unusedAccounts = queries.fromUnusedAccounts(monthsAgo(periods.participantMonths));
    const accountsToNotify = sql`${unusedAccounts} ${queries.andNotYetNotified}`;
    steps.notice = createPeopleStep(accountsToNotify, async (tx, id) => {
      if (!(await lockParticipant(tx, id)) || !(await queries.includesPerson(tx, accountsToNotify, id))) return false;
      await queries.storeNoticeTime(tx, clock, id);
      await queueMails(tx, [{ kind: 'accountEnds', person: id }]);
      return true;
    });
    steps.participants = createErasureStep(
      sql`${unusedAccounts} ${queries.andNoticeExpired(daysAgo(deletionNoticeDays))}`,
    );
  }
  if (periods.unconfirmedDays !== null)
    steps.unconfirmed = createErasureStep(queries.fromUnconfirmedAccounts(daysAgo(periods.unconfirmedDays)));
  if (periods.documentMonths !== null)
    steps.documents = createDocumentStep(queries.fromUnusedDocuments(monthsAgo(periods.documentMonths)));
  if (periods.coachDocumentMonths !== null)
    steps.coachDocuments = createDocumentStep(queries.fromCoachDocuments(monthsAgo(periods.coachDocumentMonths)));
  if (periods.cancelReasonMonths !== null)
    steps.cancelReasons = createRowStep(
      'appointment',
      sql`x.cancel_reason IS NOT NULL AND x.cancelled_at < ${monthsAgo(periods.cancelReasonMonths)}`,
      sql`UPDATE appointment SET cancel_reason = NULL`,
    );
  if (periods.bookingNoteMonths !== null)
    steps.bookingNotes = createRowStep(
      'appointment',
      sql`x.booking_note IS NOT NULL AND x.ends_at < ${monthsAgo(periods.bookingNoteMonths)}`,
      sql`UPDATE appointment SET booking_note = NULL`,
    );
  if (periods.refusedIntroductionMonths !== null)
    steps.refusedIntroductions = createRowStep(
      'introduction',
      sql`x.state = 'refused' AND x.decided_at < ${monthsAgo(periods.refusedIntroductionMonths)}`,
      sql`DELETE FROM introduction`,
    );
  if (periods.ratingTextMonths !== null)
    steps.ratingTexts = createRowStep(
      'rating',
      sql`${hasFreeText} AND x.created_at < ${monthsAgo(periods.ratingTextMonths)}`,
      sql`UPDATE rating SET ${clearedFreeText}`,
    );
  if (periods.mailMonths !== null)
    steps.mails = createRowStep(
      'mail',
      sql`num_nonnulls(x.sent_at, x.failed_at, x.overtaken_at) = 1 AND x.created_at < ${monthsAgo(periods.mailMonths)}`,
      sql`DELETE FROM mail`,
    );
  if (periods.auditMonths !== null) {
    const cutoff = monthsAgo(periods.auditMonths);
    steps.audit = {
      countDue: () => queries.countRows(db, sql`FROM audit WHERE at < ${cutoff}`),
      async apply() {
        // Entries are deleted only in whole sealed ranges, so new entries are sealed first. A range is deleted only
        // when its last entry is due, so some entries are deleted a day late.
        await sealLog(app);
        for (let count = 0; ;) {
          const { rows: results } = await sql<{ deleted: number }>`
            SELECT forget_audit(${cutoff}, ${auditBatchSize}) AS deleted
          `.execute(db);
          const { deleted = 0 } = results[0] ?? {};
          count += deleted;
          if (deleted < auditBatchSize) return count;
        }
      },
    };
  }
  return steps;
}

/** Counts the due data of each class; changes nothing. Classes that are kept permanently are left out. */
export async function countDueData(app: RetentionContext): Promise<Partial<Record<RetentionClass, number>>> {
  const dueCounts: Partial<Record<RetentionClass, number>> = {};
  for (const [name, step] of Object.entries(createRetentionSteps(app)))
    dueCounts[name as RetentionClass] = await step.countDue();
  return dueCounts;
}

/** Applies all steps, and returns for each class the number of records deleted or people anonymised or notified. */
export async function applyRetention(app: RetentionContext): Promise<Partial<Record<RetentionClass, number>>> {
  const counts: Partial<Record<RetentionClass, number>> = {};
  for (const [name, step] of Object.entries(createRetentionSteps(app)))
    counts[name as RetentionClass] = await step.apply();
  return counts;
}

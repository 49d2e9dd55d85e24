import { sql, type RawBuilder } from 'kysely';
import { lockParticipant } from '../../features/people/exports.ts';
import { sealLog, queueNoteErasures, audit } from '../../features/audit/exports.ts';
import { queueFileDeletion } from '../../features/files/exports.ts';
import { queueMail } from '../../features/mail/exports.ts';
import { eraseBySystem } from '../../features/participants/exports.ts';
import { hasOwnWords, clearOwnWords } from '../../features/ratings/exports.ts';
import { transact, type Tx } from '../../platform/database/db.ts';
import type { App } from '../../platform/http/calls/handler.ts';
import type { RetentionClass, RetentionPeriods } from './rules.ts';
import { deletionNoticeDays } from '../../features/mail/rules.ts';
import * as data from './sql.ts';

type RetentionContext = Pick<App, 'db' | 'clock' | 'locks' | 'settings'>;

/** Rows per batch; each batch is one short transaction, so that no user has to wait long for it. */
const batch = 500;

/** Counts and deletes the due data of a class. */
interface RetentionStep {
  due(): Promise<number>;
  /** Deletes or anonymises the due data, and returns their number. */
  apply(): Promise<number>;
}

/** The steps for all classes with a retention period, in the order in which they are applied. */
function retentionSteps(app: RetentionContext): Partial<Record<RetentionClass, RetentionStep>> {
  const { db, clock } = app;
  const periods: RetentionPeriods = app.settings.providerConfig.retention;
  const months = (count: number) => data.timeAgo(clock, count, 'months');
  const days = (count: number) => data.timeAgo(clock, count, 'days');
  const steps: Partial<Record<RetentionClass, RetentionStep>> = {};

  const peopleStep = (
    selection: RawBuilder<unknown>,
    work: (tx: Tx, id: number) => Promise<boolean>,
  ): RetentionStep => ({
    due: () => data.countRows(db, selection),
    async apply() {
      let done = 0;
      let lastId = 0;
      for (;;) {
        const ids = await data.selectPersonIds(db, selection, lastId, batch);
        for (const id of ids) if (await transact(db, (tx) => work(tx, id))) done++;
        if (ids.length < batch) return done;
        lastId = ids.at(-1) ?? 0;
      }
    },
  });
  const erasureStep = (selection: RawBuilder<unknown>) =>
    peopleStep(selection, (tx, id) => eraseBySystem(tx, app, id, () => data.includesPerson(tx, selection, id)));
  const documentStep = (selection: RawBuilder<unknown>): RetentionStep => {
    let deleted = 0;
    const step = peopleStep(selection, async (tx, id) => {
      // Bookings take this lock, too: a booking requires a document, so it must not run at the same time.
      await lockParticipant(tx, id);
      const rows = await data.deleteDocuments(tx, selection, id);
      await queueFileDeletion(
        tx,
        rows.map(({ key }) => key),
      );
      for (const row of rows) await audit(tx, { actor: null, action: 'fileDeleted', person: id, document: row.id });
      if (rows.length > 0) await queueNoteErasures(tx);
      deleted += rows.length;
      return true;
    });
    return { due: () => step.due(), apply: () => step.apply().then(() => deleted) };
  };
  /** A step that updates or deletes rows of a table by their ids, a batch at a time. */
  const rowStep = (table: string, condition: RawBuilder<boolean>, change: RawBuilder<unknown>): RetentionStep => ({
    due: () => data.countRows(db, sql`FROM ${sql.table(table)} x WHERE ${condition}`),
    async apply() {
      for (let done = 0; ;) {
        const { numAffectedRows = 0n } = await sql`
          ${change} WHERE id IN (SELECT x.id FROM ${sql.table(table)} x WHERE ${condition} LIMIT ${batch})
        `.execute(db);
        done += Number(numAffectedRows);
        if (numAffectedRows < batch) return done;
      }
    },
  });

  if (periods.participantMonths !== null) {
    const unused = data.unusedAccounts(months(periods.participantMonths));
    const unannounced = sql`${unused} ${data.notYetNotified}`;
    steps.notice = peopleStep(unannounced, async (tx, id) => {
      if (!(await lockParticipant(tx, id)) || !(await data.includesPerson(tx, unannounced, id))) return false;
      await data.updateEndAnnounced(tx, clock, id);
      await queueMail(tx, [{ kind: 'accountEnds', person: id }]);
      return true;
    });
    steps.participants = erasureStep(sql`${unused} ${data.noticeExpired(days(deletionNoticeDays))}`);
  }
  if (periods.unconfirmedDays !== null)
    steps.unconfirmed = erasureStep(data.unconfirmedAccounts(days(periods.unconfirmedDays)));
  if (periods.documentMonths !== null)
    steps.documents = documentStep(data.unusedDocuments(months(periods.documentMonths)));
  if (periods.coachDocumentMonths !== null)
    steps.coachDocuments = documentStep(data.coachDocuments(months(periods.coachDocumentMonths)));
  if (periods.cancelReasonMonths !== null)
    steps.cancelReasons = rowStep(
      'appointment',
      sql`x.cancel_reason IS NOT NULL AND x.cancelled_at < ${months(periods.cancelReasonMonths)}`,
      sql`UPDATE appointment SET cancel_reason = NULL`,
    );
  if (periods.bookingNoteMonths !== null)
    steps.bookingNotes = rowStep(
      'appointment',
      sql`x.booking_note IS NOT NULL AND x.ends_at < ${months(periods.bookingNoteMonths)}`,
      sql`UPDATE appointment SET booking_note = NULL`,
    );
  if (periods.refusedIntroductionMonths !== null)
    steps.refusedIntroductions = rowStep(
      'introduction',
      // A refusal is final: a refused introduction is only ever replaced or deleted.
      sql`x.state = 'refused' AND x.decided_at < ${months(periods.refusedIntroductionMonths)}`,
      sql`DELETE FROM introduction`,
    );
  if (periods.ratingTextMonths !== null)
    steps.ratingTexts = rowStep(
      'rating',
      sql`${hasOwnWords} AND x.created_at < ${months(periods.ratingTextMonths)}`,
      sql`UPDATE rating SET ${clearOwnWords}`,
    );
  if (periods.mailMonths !== null)
    steps.mails = rowStep(
      'mail',
      sql`num_nonnulls(x.sent_at, x.failed_at, x.overtaken_at) = 1 AND x.created_at < ${months(periods.mailMonths)}`,
      sql`DELETE FROM mail`,
    );
  if (periods.auditMonths !== null) {
    const before = months(periods.auditMonths);
    steps.audit = {
      due: () => data.countRows(db, sql`FROM audit WHERE at < ${before}`),
      async apply() {
        // Only whole sealed ranges of entries are deleted, so seal them first; some are therefore deleted a day later.
        await sealLog(app);
        for (let done = 0; ;) {
          const { rows: results } = await sql<{ deleted: number }>`
            SELECT forget_audit(${before}, ${batch * 20}) AS deleted
          `.execute(db);
          const { deleted = 0 } = results[0] ?? {};
          done += deleted;
          if (deleted < batch * 20) return done;
        }
      },
    };
  }
  return steps;
}

/** Counts the due data of each class; changes nothing. Classes that are kept permanently are absent. */
export async function countDueData(app: RetentionContext): Promise<Partial<Record<RetentionClass, number>>> {
  const due: Partial<Record<RetentionClass, number>> = {};
  for (const [name, step] of Object.entries(retentionSteps(app))) due[name as RetentionClass] = await step.due();
  return due;
}

/** Deletes or anonymises all data whose retention period has passed, and returns the numbers by class. */
export async function applyRetention(app: RetentionContext): Promise<Partial<Record<RetentionClass, number>>> {
  const counts: Partial<Record<RetentionClass, number>> = {};
  for (const [name, step] of Object.entries(retentionSteps(app))) counts[name as RetentionClass] = await step.apply();
  return counts;
}

import { sql, type RawBuilder } from 'kysely';
import { lockParticipant } from '../../features/people/exports.ts';
import { sealLog, queueNoteErasures, audit } from '../../features/audit/exports.ts';
import { queueFileDeletion } from '../../features/files/exports.ts';
import { queueMail } from '../../features/mail/exports.ts';
import { eraseBySystem } from '../../features/participants/exports.ts';
import { holdsWords, withoutWords } from '../../features/ratings/exports.ts';
import { transact, type Tx } from '../../platform/database/db.ts';
import type { App } from '../../platform/http/calls/handler.ts';
import type { Class, Retention } from './rules.ts';
import { noticeDays } from '../../features/mail/rules.ts';
import * as data from './sql.ts';

type RetentionContext = Pick<App, 'db' | 'clock' | 'locks' | 'settings'>;

/** Rows per batch; each batch is one short transaction, so that nobody has to wait long for it. */
const batch = 500;

/** How the due data of a class are counted and deleted. */
interface RetentionStep {
  due(): Promise<number>;
  /** Deletes or anonymises the due data, and returns their number. */
  apply(): Promise<number>;
}

/** The steps for all classes with a retention period, in the order in which they are applied. */
function retentionSteps(app: RetentionContext): Partial<Record<Class, RetentionStep>> {
  const { db, clock } = app;
  const of: Retention = app.settings.providerConfig.retention;
  const months = (count: number) => data.ago(clock, count, 'months');
  const days = (count: number) => data.ago(clock, count, 'days');
  const steps: Partial<Record<Class, RetentionStep>> = {};

  const people = (selection: RawBuilder<unknown>, work: (tx: Tx, id: number) => Promise<boolean>): RetentionStep => ({
    due: () => data.countOf(db, selection),
    async apply() {
      let done = 0;
      let beyond = 0;
      for (;;) {
        const ids = await data.peopleOf(db, selection, beyond, batch);
        for (const id of ids) if (await transact(db, (tx) => work(tx, id))) done++;
        if (ids.length < batch) return done;
        beyond = ids.at(-1) ?? 0;
      }
    },
  });
  const erased = (selection: RawBuilder<unknown>) =>
    people(selection, (tx, id) => eraseBySystem(tx, app, id, () => data.holds(tx, selection, id)));
  const documents = (selection: RawBuilder<unknown>): RetentionStep => {
    let deleted = 0;
    const each = people(selection, async (tx, id) => {
      // The lock of bookings as well: a booking requires a document, so one of the two has to wait.
      await lockParticipant(tx, id);
      const dropped = await data.dropDocumentsOf(tx, selection, id);
      await queueFileDeletion(
        tx,
        dropped.map(({ key }) => key),
      );
      for (const one of dropped) await audit(tx, { actor: null, action: 'fileDeleted', person: id, document: one.id });
      if (dropped.length > 0) await queueNoteErasures(tx);
      deleted += dropped.length;
      return true;
    });
    return { due: () => each.due(), apply: () => each.apply().then(() => deleted) };
  };
  /** Rows of a table, emptied or deleted a batch at a time by their ids. */
  const rows = (table: string, condition: RawBuilder<boolean>, change: RawBuilder<unknown>): RetentionStep => ({
    due: () => data.countOf(db, sql`FROM ${sql.table(table)} x WHERE ${condition}`),
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

  if (of.participantMonths !== null) {
    const unused = data.unused(months(of.participantMonths));
    const unannounced = sql`${unused} ${data.unannounced}`;
    steps.notice = people(unannounced, async (tx, id) => {
      if (!(await lockParticipant(tx, id)) || !(await data.holds(tx, unannounced, id))) return false;
      await data.noteAnnounced(tx, clock, id);
      await queueMail(tx, [{ kind: 'accountEnds', person: id }]);
      return true;
    });
    steps.participants = erased(sql`${unused} ${data.announced(days(noticeDays))}`);
  }
  if (of.unconfirmedDays !== null) steps.unconfirmed = erased(data.unconfirmed(days(of.unconfirmedDays)));
  if (of.documentMonths !== null) steps.documents = documents(data.unusedDocuments(months(of.documentMonths)));
  if (of.coachDocumentMonths !== null)
    steps.coachDocuments = documents(data.coachDocuments(months(of.coachDocumentMonths)));
  if (of.cancelReasonMonths !== null)
    steps.cancelReasons = rows(
      'appointment',
      sql`x.cancel_reason IS NOT NULL AND x.cancelled_at < ${months(of.cancelReasonMonths)}`,
      sql`UPDATE appointment SET cancel_reason = NULL`,
    );
  if (of.bookingNoteMonths !== null)
    steps.bookingNotes = rows(
      'appointment',
      sql`x.booking_note IS NOT NULL AND x.ends_at < ${months(of.bookingNoteMonths)}`,
      sql`UPDATE appointment SET booking_note = NULL`,
    );
  if (of.refusedIntroductionMonths !== null)
    steps.refusedIntroductions = rows(
      'introduction',
      // Final: what was refused is only ever replaced or deleted.
      sql`x.state = 'refused' AND x.decided_at < ${months(of.refusedIntroductionMonths)}`,
      sql`DELETE FROM introduction`,
    );
  if (of.ratingTextMonths !== null)
    steps.ratingTexts = rows(
      'rating',
      sql`${holdsWords} AND x.created_at < ${months(of.ratingTextMonths)}`,
      sql`UPDATE rating SET ${withoutWords}`,
    );
  if (of.mailMonths !== null)
    steps.mails = rows(
      'mail',
      sql`num_nonnulls(x.sent_at, x.failed_at, x.overtaken_at) = 1 AND x.created_at < ${months(of.mailMonths)}`,
      sql`DELETE FROM mail`,
    );
  if (of.auditMonths !== null) {
    const before = months(of.auditMonths);
    steps.audit = {
      due: () => data.countOf(db, sql`FROM audit WHERE at < ${before}`),
      async apply() {
        // Entries are deleted by whole seals, so seal them first; some are therefore deleted a day later.
        await sealLog(app);
        for (let done = 0; ;) {
          const { rows: results } = await sql<{ gone: number }>`
            SELECT forget_audit(${before}, ${batch * 20}) AS gone
          `.execute(db);
          const { gone = 0 } = results[0] ?? {};
          done += gone;
          if (gone < batch * 20) return done;
        }
      },
    };
  }
  return steps;
}

/** Counts the due data of each class; changes nothing. Classes that are kept for good are absent. */
export async function whatIsDue(app: RetentionContext): Promise<Partial<Record<Class, number>>> {
  const due: Partial<Record<Class, number>> = {};
  for (const [name, step] of Object.entries(retentionSteps(app))) due[name as Class] = await step.due();
  return due;
}

/** Deletes or anonymises all data whose retention period has passed, and returns the numbers by class. */
export async function applyRetention(app: RetentionContext): Promise<Partial<Record<Class, number>>> {
  const counts: Partial<Record<Class, number>> = {};
  for (const [name, step] of Object.entries(retentionSteps(app))) counts[name as Class] = await step.apply();
  return counts;
}

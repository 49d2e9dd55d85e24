import { sql, type RawBuilder } from 'kysely';
import { lockParticipant } from '../accounts/sql.ts';
import { sealLog } from '../audit/seals.ts';
import { queueNoteErasures } from '../backup/erased.ts';
import { queueForgetFiles } from '../files/forget.ts';
import { queueMail } from '../mail/outbox.ts';
import { eraseBySystem } from '../participants/erase.ts';
import { holdsWords, withoutWords } from '../ratings/sql.ts';
import { audit } from '../server/audit.ts';
import { transact, type Tx } from '../server/db.ts';
import type { App } from '../server/handler.ts';
import { noticeDays, type Class, type Retention } from './rules.ts';
import * as data from './sql.ts';

type Parts = Pick<App, 'db' | 'clock' | 'locks' | 'settings'>;

/** Rows of a batch; each batch is one transaction, and nobody waits for it long. */
const batch = 500;

/** How a class is counted, and what is done once its time has come. */
interface Ending {
  due(): Promise<number>;
  /** Answers how many have gone. */
  end(): Promise<number>;
}

/** The endings of all classes that the settings give an end, by class, in the order in which they are carried out. */
function endings(app: Parts): Partial<Record<Class, Ending>> {
  const { db, clock } = app;
  const of: Retention = app.settings.portal.retention;
  const months = (count: number) => data.ago(clock, count, 'months');
  const days = (count: number) => data.ago(clock, count, 'days');
  const found: Partial<Record<Class, Ending>> = {};

  const people = (selection: RawBuilder<unknown>, work: (tx: Tx, id: number) => Promise<boolean>): Ending => ({
    due: () => data.countOf(db, selection),
    async end() {
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
  const documents = (selection: RawBuilder<unknown>): Ending => {
    let gone = 0;
    const each = people(selection, async (tx, id) => {
      // As everywhere: a booking that relies on a document waits or is waited for.
      await lockParticipant(tx, id);
      const dropped = await data.dropDocumentsOf(tx, selection, id);
      await queueForgetFiles(
        tx,
        dropped.map(({ key }) => key),
      );
      for (const one of dropped) await audit(tx, { actor: null, action: 'fileDeleted', person: id, document: one.id });
      if (dropped.length > 0) await queueNoteErasures(tx);
      gone += dropped.length;
      return true;
    });
    return { due: () => each.due(), end: () => each.end().then(() => gone) };
  };
  /** Rows of a table, emptied or deleted a batch at a time by their ids. */
  const rows = (table: string, condition: RawBuilder<boolean>, change: RawBuilder<unknown>): Ending => ({
    due: () => data.countOf(db, sql`FROM ${sql.table(table)} x WHERE ${condition}`),
    async end() {
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
    const untold = sql`${unused} ${data.untold}`;
    found.notice = people(untold, async (tx, id) => {
      if (!(await lockParticipant(tx, id)) || !(await data.holds(tx, untold, id))) return false;
      await data.noteAnnounced(tx, clock, id);
      await queueMail(tx, [{ kind: 'accountEnds', person: id }]);
      return true;
    });
    found.participants = erased(sql`${unused} ${data.told(days(noticeDays))}`);
  }
  if (of.unconfirmedDays !== null) found.unconfirmed = erased(data.unconfirmed(days(of.unconfirmedDays)));
  if (of.documentMonths !== null) found.documents = documents(data.unusedDocuments(months(of.documentMonths)));
  if (of.coachDocumentMonths !== null)
    found.coachDocuments = documents(data.coachDocuments(months(of.coachDocumentMonths)));
  if (of.cancelReasonMonths !== null)
    found.cancelReasons = rows(
      'appointment',
      sql`x.cancel_reason IS NOT NULL AND x.cancelled_at < ${months(of.cancelReasonMonths)}`,
      sql`UPDATE appointment SET cancel_reason = NULL`,
    );
  if (of.ratingTextMonths !== null)
    found.ratingTexts = rows(
      'rating',
      sql`${holdsWords} AND x.created_at < ${months(of.ratingTextMonths)}`,
      sql`UPDATE rating SET ${withoutWords}`,
    );
  if (of.mailMonths !== null)
    found.mails = rows(
      'mail',
      sql`num_nonnulls(x.sent_at, x.failed_at, x.overtaken_at) = 1 AND x.created_at < ${months(of.mailMonths)}`,
      sql`DELETE FROM mail`,
    );
  if (of.auditMonths !== null) {
    const before = months(of.auditMonths);
    found.audit = {
      due: () => data.countOf(db, sql`FROM audit WHERE at < ${before}`),
      async end() {
        // What goes has to be sealed before, and goes with its whole seal: some of it a day later.
        await sealLog(app);
        for (let done = 0; ;) {
          const { rows: told } = await sql<{ gone: number }>`
            SELECT forget_audit(${before}, ${batch * 20}) AS gone
          `.execute(db);
          const { gone = 0 } = told[0] ?? {};
          done += gone;
          if (gone < batch * 20) return done;
        }
      },
    };
  }
  return found;
}

/** How much of each class would go now; changes nothing. Classes that are kept for good are absent. */
export async function whatIsDue(app: Parts): Promise<Partial<Record<Class, number>>> {
  const due: Partial<Record<Class, number>> = {};
  for (const [name, ending] of Object.entries(endings(app))) due[name as Class] = await ending.due();
  return due;
}

/** Lets go whose time has come, class by class, and answers how much of each went. */
export async function letGo(app: Parts): Promise<Partial<Record<Class, number>>> {
  const gone: Partial<Record<Class, number>> = {};
  for (const [name, ending] of Object.entries(endings(app))) gone[name as Class] = await ending.end();
  return gone;
}

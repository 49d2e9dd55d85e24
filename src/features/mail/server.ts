import { lockActivePerson, findPersonIds } from '../people/exports.ts';
import { audit } from '../audit/exports.ts';
import { createRoutes } from '../../platform/http/calls/handler.ts';
import { noSession, notFound } from '../../platform/server-error.ts';
import * as contract from './contract.ts';
import { findMail, listMails, loadMailDelay, type MailRow } from './sql.ts';
import { findMailDefinition, findResendRefusal } from './kinds/words.ts';
import { queueAttempt, queueResend } from './outbox.sql.ts';
import { loadReminderChoices, saveReminderChoices } from './reminders/sql.ts';

const defaultPageSize = 50;

/** The handlers for a participant's choice of reminders and for the admins' list of mails. */
export const routes = createRoutes(contract, {
  async getReminders({ person, db }) {
    return { data: await loadReminderChoices(db, person.id) };
  },

  async changeReminder({ input, person, app, transaction }) {
    await transaction(async (tx) => {
      if (!(await lockActivePerson(tx, person.id, app.usesLocks))) throw noSession();
      await saveReminderChoices(tx, person.id, { [input.kind]: input.wanted });
    });
    return {};
  },

  async getMails({ input, db, refuse }) {
    const people = input.person ? await findPersonIds(db, input.person) : null;
    if (people === 'tooMany') throw refuse('tooManyPeople');
    const limit = input.limit ?? defaultPageSize;
    const [micros = '', id = ''] = input.cursor?.split('_') ?? [];
    const cursor = input.cursor ? { micros, id } : null;
    const rows = await listMails(db, { people, state: input.state ?? null, olderThan: cursor }, limit + 1);
    const page = rows.slice(0, limit);
    const lastRow = page.at(-1);
    return {
      data: page.map(toListedMail),
      meta: { nextCursor: lastRow && rows.length > limit ? `${lastRow.micros}_${lastRow.id}` : null },
    };
  },

  async sendMailAgain({ input, person, transaction, refuse }) {
    await transaction(async (tx) => {
      const mail = await findMail(tx, input.mailId);
      if (!mail) throw notFound();
      const reason = findResendRefusal(mail);
      if (reason) throw refuse(reason);
      if (mail.state === 'retrying') await queueAttempt(tx, mail.id, { inSeconds: 0 });
      else if (!(await queueResend(tx, mail.id))) throw refuse('waiting');
      await audit(tx, { actor: person.id, action: 'mailSentAgain', person: mail.personId });
    });
    return {};
  },

  async getMailDelay({ app, db }) {
    const { late, since, waiting } = await loadMailDelay(db, app.clock);
    return { data: { late, since: since?.toISOString() ?? null, waiting } };
  },
});

function toListedMail(row: MailRow): contract.ListedMail {
  const { id, kind, personId, person, email, isFindable, state, attempts } = row;
  return {
    id,
    kind,
    personId,
    person,
    isFindable,
    state,
    attempts,
    label: findMailDefinition(kind)?.label ?? kind,
    email: email ?? '',
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    triedAt: row.triedAt?.toISOString() ?? null,
    fault: row.fault ?? '',
    again: findResendRefusal(row) === null,
  };
}

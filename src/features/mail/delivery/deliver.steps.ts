import { codeOf, transact, type Clock, type Db } from '../../../platform/database/db.ts';
import type { Log } from '../../../platform/log.ts';
import type { Settings } from '../../../platform/settings/settings.ts';
import { appointmentMails } from '../kinds/appointment.words.ts';
import { notices, secretMails, type SecretKind } from '../kinds/account.words.ts';
import { answerMails } from '../kinds/answer.words.ts';
import { invitationOf, type Invitation } from '../kinds/invitation.words.ts';
import { findKind, hasKind } from '../kinds/words.ts';
import { writeMessage, type MessageFacts } from '../kinds/messages.words.ts';
import { queueRetry } from '../outbox.sql.ts';
import { reminderSettingsUrl } from '../kinds/reminder.words.ts';
import { isReminder, retryPause } from '../rules.ts';
import { errorCodeOf, isPermanentFailure, type OutgoingMail, type SendMail } from './smtp.adapter.ts';
import { waitingMails } from '../kinds/waiting.words.ts';
import { withMailLock, insertSecretHash, markFailed, markSuperseded, markSent } from './sql.ts';
import { loadUnsentMail, type QueuedMail } from './unsent.sql.ts';

/** The dependencies of delivering a mail. */
export interface Delivery {
  db: Db;
  clock: Clock;
  settings: Settings;
  log: Log;
  send: SendMail;
  /** Writes the calendar part of a mail; replaced only in tests. */
  invite?: typeof invitationOf;
}

/**
 * Sends one queued mail, creating its secret just before. Skips a deleted or finished mail, and marks one that is no
 * longer true as superseded. If sending fails, stores the error and queues the mail again, for about a day; a permanent
 * error ends the attempts. Throws if the database fails.
 *
 * After a crash between sending and marking as sent, the mail is sent twice with the same Message-ID. Each copy has its
 * own secret, and both are valid (reference 11.2).
 */
export async function deliver(delivery: Delivery, id: string): Promise<void> {
  const { db, clock } = delivery;
  await withMailLock(db, id, async () => {
    const loaded = await loadUnsentMail(db, clock, id);
    if (!loaded) return;
    const queued = asAddresseeKnowsIt(loaded);
    const { email } = queued;
    if (email === null || findKind(queued.kind)?.isSuperseded(queued)) return markSuperseded(db, clock, id);
    try {
      const letter = await composeLetter(delivery, id, email, queued);
      if (!letter) return;
      await delivery.send(letter);
    } catch (error) {
      return recordFailure(delivery, id, queued.failures + 1, error);
    }
    await markSent(db, clock, id);
  });
}

/**
 * Gives a cancelled appointment the time and coach that its addressee knows, if an earlier move was not mailed to them.
 */
function asAddresseeKnowsIt(queued: QueuedMail): QueuedMail {
  const { kind, appointment } = queued;
  const isCancellation = hasKind(appointmentMails, kind) && appointmentMails[kind].calendar === 'CANCEL';
  return appointment?.known && isCancellation
    ? { ...queued, appointment: { ...appointment, ...appointment.known } }
    : queued;
}

async function recordFailure(
  { db, clock, log }: Delivery,
  id: string,
  failures: number,
  error: unknown,
): Promise<void> {
  const code = errorCodeOf(error);
  const pause = isPermanentFailure(error) ? null : retryPause(failures);
  await transact(db, async (tx) => {
    await markFailed(tx, clock, id, code, pause === null);
    if (pause !== null) await queueRetry(tx, id, pause);
  });
  const outcome = pause === null ? 'A mail could not be sent and is given up.' : 'A mail could not be sent; it waits.';
  log.warn({ mail: id, code }, outcome);
}

/** The mail to send; null if it was deleted meanwhile, so its secret could not be stored. */
async function composeLetter(
  delivery: Delivery,
  id: string,
  to: string,
  queued: QueuedMail,
): Promise<OutgoingMail | null> {
  const { db, clock, settings } = delivery;
  const facts = await factsOf(queued, (kind, hash) => insertSecretHash(db, clock, id, kind, hash));
  if (!facts) return null;
  const { providerConfig, coachingEmail, publicUrl } = settings;
  return {
    id,
    to,
    ...writeMessage(facts, { provider: providerConfig.provider, coachingEmail, publicUrl }),
    calendar: calendarOf(delivery, id, to, queued),
    unsubscribe: isReminder(queued.kind) ? reminderSettingsUrl(publicUrl) : null,
  };
}

/** The calendar part of a mail; null if it needs none or writing it fails, so the mail is sent without it. */
function calendarOf(
  { settings, log, invite = invitationOf }: Delivery,
  id: string,
  email: string,
  { kind, person, appointment, now }: QueuedMail,
): Invitation | null {
  if (!appointment) return null;
  const { providerConfig, mailFrom, publicUrl } = settings;
  try {
    const sender = { name: providerConfig.provider, from: mailFrom };
    return invite({ kind, to: roleIn(person, appointment), email, appointment, sender, publicUrl, now });
  } catch (error) {
    log.error({ mail: id, code: codeOf(error) }, 'A mail leaves without its calendar part.');
    return null;
  }
}

/** Whether a person gets a mail about an appointment as its participant or as its present or former coach. */
function roleIn(person: number, { participantId }: { participantId: number }): 'coach' | 'participant' {
  return person === participantId ? 'participant' : 'coach';
}

/**
 * The facts of the message, storing its secret with `keep`; null if `keep` finds that the mail was deleted meanwhile.
 */
async function factsOf(
  { kind, person, firstName, appointment, offer, answer, now }: QueuedMail,
  keep: (kind: SecretKind, hash: string) => Promise<boolean>,
): Promise<MessageFacts | null> {
  if (hasKind(secretMails, kind)) {
    const secret = secretMails[kind].newSecret();
    return (await keep(kind, secret.hash)) ? { kind, firstName, secret: secret.text } : null;
  }
  if (hasKind(notices, kind)) return { kind, firstName };
  if (hasKind(waitingMails, kind)) {
    if (!offer) throw new Error(`a mail of the kind ${kind} needs an offer`);
    return { kind, firstName, offer };
  }
  if (hasKind(answerMails, kind)) {
    if (answer === null) throw new Error(`a mail of the kind ${kind} needs a reason`);
    return { kind, firstName, reason: answer };
  }
  if (!appointment) throw new Error(`a mail of the kind ${kind} needs an appointment`);
  if (isReminder(kind)) return { kind, firstName, appointment };
  return { kind, firstName, to: roleIn(person, appointment), appointment, now };
}

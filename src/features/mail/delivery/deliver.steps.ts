import { codeOf, transact, type Clock, type Db } from '../../../platform/database/db.ts';
import type { Log } from '../../../platform/log.ts';
import type { Settings } from '../../../platform/settings/settings.ts';
import { appointmentMails } from '../kinds/appointment.words.ts';
import { notices, mailsWithSecrets, type SecretKind } from '../kinds/account.words.ts';
import { fileMails } from '../kinds/file.words.ts';
import { passkeyMails } from '../kinds/passkey.words.ts';
import { refusalMails } from '../kinds/refusal.words.ts';
import { createInvitation, type Invitation } from '../kinds/invitation.words.ts';
import { findMailDefinition, hasKind } from '../kinds/words.ts';
import { writeMessage, type MessageFacts } from '../kinds/messages.words.ts';
import { queueAttempt } from '../outbox.sql.ts';
import { reminderSettingsUrl } from '../kinds/reminder.words.ts';
import { isReminder, secondsUntilRetry } from '../rules.ts';
import { errorCodeOf, isPermanentFailure, type OutgoingMail, type SendMail } from './smtp.adapter.ts';
import { waitingListMails } from '../kinds/waiting.words.ts';
import { withMailLock, insertSecretHash, storeFailedAttempt, markSuperseded, markSent } from './sql.ts';
import { loadUnsentMail, type QueuedMail } from './unsent.sql.ts';

/** The services that `deliver` needs. */
export interface DeliveryContext {
  db: Db;
  clock: Clock;
  settings: Settings;
  log: Log;
  send: SendMail;
  /** Creates the calendar part of a mail; replaced only in tests. */
  createCalendarPart?: typeof createInvitation;
}

/**
 * Sends one queued mail. If the mail contains a secret, the secret is created just before sending. Does nothing for a
 * mail that is deleted, sent, given up or superseded. Marks a mail that is out of date as superseded. If sending fails,
 * stores the error and queues the next attempt. After a permanent error, or after attempts for about a day, the mail is
 * given up. Throws if the database fails.
 *
 * If the process crashes after sending the mail and before marking it as sent, the mail is sent twice with the same
 * Message-ID. Each copy has its own valid secret (reference 11.2).
 */
export async function deliver(context: DeliveryContext, id: string): Promise<void> {
  const { db, clock } = context;
  await withMailLock(db, id, async () => {
    const unsentMail = await loadUnsentMail(db, clock, id);
    if (!unsentMail) return;
    const mail = withKnownTimeAndCoach(unsentMail);
    const { email } = mail;
    if (email === null || findMailDefinition(mail.kind)?.isSuperseded(mail)) return markSuperseded(db, clock, id);
    try {
      const outgoingMail = await composeMail(context, id, email, mail);
      if (!outgoingMail) return;
      await context.send(outgoingMail);
    } catch (error) {
      return recordFailure(context, id, mail.failures + 1, error);
    }
    await markSent(db, clock, id);
  });
}

/**
 * For a mail about a cancellation, replaces the appointment's time and coach with the time and coach that the recipient
 * knows. They differ if the booking was moved before the cancellation and the recipient got no mail about the move.
 */
function withKnownTimeAndCoach(mail: QueuedMail): QueuedMail {
  const { kind, appointment } = mail;
  const isCancellation = hasKind(appointmentMails, kind) && appointmentMails[kind].calendar === 'CANCEL';
  return appointment?.knownTimeAndCoach && isCancellation
    ? { ...mail, appointment: { ...appointment, ...appointment.knownTimeAndCoach } }
    : mail;
}

/** Stores a failed attempt to send a mail, and queues the next attempt unless the mail is given up. */
async function recordFailure(
  { db, clock, log }: DeliveryContext,
  id: string,
  failures: number,
  error: unknown,
): Promise<void> {
  const code = errorCodeOf(error);
  const retrySeconds = isPermanentFailure(error) ? null : secondsUntilRetry(failures);
  await transact(db, async (tx) => {
    await storeFailedAttempt(tx, clock, id, code, retrySeconds === null);
    if (retrySeconds !== null) await queueAttempt(tx, id, { inSeconds: retrySeconds });
  });
  const message =
    retrySeconds === null ? 'A mail could not be sent and is given up.' : 'A mail could not be sent; it waits.';
  log.warn({ mail: id, code }, message);
}

/** The mail to send; null if its secret could not be stored because the mail has been deleted. */
async function composeMail(
  context: DeliveryContext,
  id: string,
  to: string,
  mail: QueuedMail,
): Promise<OutgoingMail | null> {
  const { db, clock, settings } = context;
  const facts = await prepareFacts(mail, (kind, hash) => insertSecretHash(db, clock, id, kind, hash));
  if (!facts) return null;
  const { providerConfig, coachingEmail, publicUrl, singleSignOn } = settings;
  const { provider } = providerConfig;
  const sender = { provider, coachingEmail, publicUrl, singleSignOn: singleSignOn?.label ?? 'Firmenkonto' };
  return {
    id,
    to,
    ...writeMessage(facts, sender),
    calendar: tryCreateCalendarPart(context, id, to, mail),
    unsubscribeUrl: isReminder(mail.kind) ? reminderSettingsUrl(publicUrl) : null,
  };
}

/** The calendar part of a mail; null if the mail needs none or creating it fails. */
function tryCreateCalendarPart(
  { settings, log, createCalendarPart = createInvitation }: DeliveryContext,
  id: string,
  email: string,
  { kind, person, appointment, now }: QueuedMail,
): Invitation | null {
  if (!appointment) return null;
  const { providerConfig, mailFrom, publicUrl } = settings;
  try {
    const sender = { name: providerConfig.provider, from: mailFrom };
    const recipient = roleIn(person, appointment);
    return createCalendarPart({ kind, recipient, email, appointment, sender, publicUrl, now });
  } catch (error) {
    log.error({ mail: id, code: codeOf(error) }, 'A mail is sent without its calendar part.');
    return null;
  }
}

/** The role in which a person gets a mail about an appointment; former coaches count as coaches. */
function roleIn(person: number, { participantId }: { participantId: number }): 'coach' | 'participant' {
  return person === participantId ? 'participant' : 'coach';
}

/**
 * Collects the facts of a mail's message. If the mail needs a secret, creates the secret and stores its hash with
 * `storeHash`. Returns null if `storeHash` returns false because the mail has been deleted.
 */
async function prepareFacts(
  { kind, person, firstName, appointment, offer, refusalReason, markup, passkeyName, now }: QueuedMail,
  storeHash: (kind: SecretKind, hash: string) => Promise<boolean>,
): Promise<MessageFacts | null> {
  if (hasKind(mailsWithSecrets, kind)) {
    const secret = mailsWithSecrets[kind].generateSecret();
    return (await storeHash(kind, secret.hash)) ? { kind, firstName, secret: secret.text } : null;
  }
  if (hasKind(notices, kind)) return { kind, firstName };
  if (hasKind(passkeyMails, kind)) return { kind, firstName, passkeyName };
  if (hasKind(fileMails, kind)) return { kind, firstName, markup };
  if (hasKind(waitingListMails, kind)) {
    if (!offer) throw new Error(`a mail of the kind ${kind} needs an offer`);
    return { kind, firstName, offer };
  }
  if (hasKind(refusalMails, kind)) {
    if (refusalReason === null) throw new Error(`a mail of the kind ${kind} needs a reason`);
    return { kind, firstName, reason: refusalReason };
  }
  if (!appointment) throw new Error(`a mail of the kind ${kind} needs an appointment`);
  if (isReminder(kind)) return { kind, firstName, appointment };
  return { kind, firstName, recipient: roleIn(person, appointment), appointment, now };
}

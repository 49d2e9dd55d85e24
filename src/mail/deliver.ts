import { codeOf, transact, type Clock, type Db } from '../server/db.ts';
import type { Log } from '../server/log.ts';
import type { Settings } from '../server/settings.ts';
import { invitationOf, type Invitation } from './invitation.ts';
import { isPlain, write, type Facts } from './messages.ts';
import { queueRetry } from './outbox.ts';
import { settingsOf } from './reminder-words.ts';
import { isReminder, pauseAfter, reminderWindow, type ReminderKind } from './rules.ts';
import { newPassword, newToken } from './secrets.ts';
import { faultOf, isFinal, type Letter, type Send } from './smtp.ts';
import { holdMail, keepHash, loadUnsent, markFailed, markOvertaken, markSent, type QueuedFacts } from './sql.ts';

/** What the delivery of a mail needs. */
export interface Delivery {
  db: Db;
  clock: Clock;
  settings: Settings;
  log: Log;
  send: Send;
  /** Writes the calendar part; only tests have another one. */
  invite?: typeof invitationOf;
}

/**
 * Sends one queued mail, secrets made on the spot. Does nothing for a mail that is gone or done with, and notes one that
 * was overtaken by events. A mail that could not leave is noted with its fault and queued again, for about a day; a
 * fault that will not pass ends it. Throws where the database fails.
 *
 * A failure between sending and its note sends the mail twice, with the same Message-ID and, where it holds a secret,
 * another one; both are valid (contract §4).
 */
export async function deliver(delivery: Delivery, id: string): Promise<void> {
  const { db, clock } = delivery;
  await holdMail(db, id, async () => {
    const queued = await loadUnsent(db, clock, id);
    if (!queued) return;
    const { email } = queued;
    if (email === null || isOvertaken(queued)) return markOvertaken(db, clock, id);
    try {
      const letter = await letterOf(delivery, id, email, queued);
      if (!letter) return;
      await delivery.send(letter);
    } catch (error) {
      return noteFault(delivery, id, queued.failures + 1, error);
    }
    await markSent(db, clock, id);
  });
}

async function noteFault({ db, clock, log }: Delivery, id: string, failures: number, error: unknown): Promise<void> {
  const code = faultOf(error);
  const pause = isFinal(error) ? null : pauseAfter(failures);
  await transact(db, async (tx) => {
    await markFailed(tx, clock, id, code, pause === null);
    if (pause !== null) await queueRetry(tx, id, pause);
  });
  const told = pause === null ? 'A mail could not be sent and is given up.' : 'A mail could not be sent; it waits.';
  log.warn({ mail: id, code }, told);
}

/** The mail as it leaves; null where its secret was withdrawn meanwhile. */
async function letterOf(delivery: Delivery, id: string, to: string, queued: QueuedFacts): Promise<Letter | null> {
  const { db, clock, settings } = delivery;
  const facts = await factsOf(queued, (kind, hash) => keepHash(db, clock, id, kind, hash));
  if (!facts) return null;
  const { portal, coachingEmail, publicUrl } = settings;
  return {
    ...{ id, to },
    ...write(facts, { provider: portal.provider, coachingEmail, publicUrl }),
    calendar: calendarOf(delivery, id, to, queued),
    unsubscribe: isReminder(queued.kind) ? settingsOf(publicUrl) : null,
  };
}

/** The calendar part of a mail; a mail leaves without it rather than not at all. */
function calendarOf(
  { settings, log, invite = invitationOf }: Delivery,
  id: string,
  email: string,
  { kind, person, appointment, now }: QueuedFacts,
): Invitation | null {
  if (!appointment) return null;
  const { portal, mailFrom, publicUrl } = settings;
  try {
    const sender = { name: portal.provider, from: mailFrom };
    return invite({ kind, to: sideOf(person, appointment), email, appointment, sender, publicUrl, now });
  } catch (error) {
    log.error({ mail: id, code: codeOf(error) }, 'A mail leaves without its calendar part.');
    return null;
  }
}

/** Whether a person is told of an appointment as its coach or as its participant. */
function sideOf(person: number, { coachId }: { coachId: number }): 'coach' | 'participant' {
  return person === coachId ? 'coach' : 'participant';
}

/** Whether a message would no longer be true, or no longer be of use. */
function isOvertaken(queued: QueuedFacts): boolean {
  const { kind, confirmed, inactive, appointment } = queued;
  switch (kind) {
    case 'confirmation':
      return confirmed || inactive;
    case 'temporaryPassword':
      return !confirmed || inactive;
    case 'passwordChanged':
    case 'emailChanged':
    case 'emailReplaced':
    case 'secondFactorOn':
    case 'secondFactorOff':
    case 'recoveryCodeUsed':
      return false;
    case 'registrationTried':
    case 'readMuch':
    case 'fileFromCoach':
    case 'accountEnds':
      return inactive;
    case 'appointmentBooked':
      return appointment?.status !== 'G' || appointment.endsAt <= queued.now;
    case 'appointmentSetBack':
      return appointment?.status !== 'G';
    case 'appointmentCancelled':
      return appointment?.status !== 'K';
    case 'appointmentCancelledByUs':
      return appointment?.cancelKind !== 'byAdmin';
    case 'appointmentGoodwill':
      return appointment?.cancelKind !== 'goodwill';
    case 'appointmentMissed':
      return appointment?.status !== 'V';
    case 'reminderThreeDays':
    case 'reminderDayBefore':
    case 'reminderSoon':
    case 'ratingInvitation':
      return inactive || queued.unwanted || isTooLate(kind, queued);
  }
}

/** Whether a reminder has missed its time, or its appointment has changed meanwhile. */
function isTooLate(kind: ReminderKind, { appointment, now }: QueuedFacts): boolean {
  if (appointment?.status !== 'G' || now >= reminderWindow(kind, appointment).until) return true;
  return kind === 'ratingInvitation' && appointment.rated;
}

type KeepHash = (kind: 'confirmation' | 'temporaryPassword', hash: string) => Promise<boolean>;

/** What the message is made of, its secret stored; null for a mail with a secret that was withdrawn meanwhile. */
async function factsOf(queued: QueuedFacts, keep: KeepHash): Promise<Facts | null> {
  const { kind, person, firstName, appointment, now } = queued;
  if (kind === 'confirmation') {
    const token = newToken();
    return (await keep(kind, token.hash)) ? { kind, firstName, token: token.text } : null;
  }
  if (kind === 'temporaryPassword') {
    const password = newPassword();
    return (await keep(kind, password.hash)) ? { kind, firstName, password: password.text } : null;
  }
  if (isPlain(kind)) return { kind, firstName };
  if (!appointment) throw new Error(`a mail of the kind ${kind} needs an appointment`);
  if (isReminder(kind)) return { kind, firstName, appointment };
  return { kind, firstName, to: sideOf(person, appointment), appointment, now };
}

import { codeOf, type Clock, type Db } from '../server/db.ts';
import type { Log } from '../server/log.ts';
import type { Settings } from '../server/settings.ts';
import { invitationOf, type Invitation } from './invitation.ts';
import { write, type Facts } from './messages.ts';
import { newPassword, newToken } from './secrets.ts';
import type { Send } from './smtp.ts';
import { keepHash, loadUnsent, markSent, type QueuedFacts } from './sql.ts';

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
 * Sends one queued mail, secrets made on the spot. Does nothing for a mail that is gone, sent, or overtaken by events.
 * A failure between sending and its note sends the mail twice, with the same Message-ID and, where it holds a secret,
 * another one; both are valid (contract §4).
 */
export async function deliver(delivery: Delivery, id: string): Promise<void> {
  const { db, clock, settings, send } = delivery;
  const queued = await loadUnsent(db, clock, id);
  if (!queued?.email || isOvertaken(queued)) return;
  const facts = await factsOf(queued, (kind, hash) => keepHash(db, clock, id, kind, hash));
  if (!facts) return;
  const { portal, coachingEmail, publicUrl } = settings;
  const message = write(facts, { provider: portal.provider, coachingEmail, publicUrl });
  const calendar = calendarOf(delivery, id, queued);
  await send({ id, to: queued.email, ...message, calendar });
  await markSent(db, clock, id);
}

/** The calendar part of a mail; a mail leaves without it rather than not at all. */
function calendarOf(
  { settings, log, invite = invitationOf }: Delivery,
  id: string,
  { kind, person, email, appointment, now }: QueuedFacts,
): Invitation | null {
  if (!appointment || !email) return null;
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
function isOvertaken({ kind, confirmed, inactive, appointment }: QueuedFacts): boolean {
  switch (kind) {
    case 'confirmation':
      return confirmed || inactive;
    case 'temporaryPassword':
      return !confirmed || inactive;
    case 'passwordChanged':
    case 'emailChanged':
      return false;
    case 'fileFromCoach':
      return inactive;
    case 'appointmentBooked':
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
  }
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
  if (kind === 'passwordChanged' || kind === 'emailChanged' || kind === 'fileFromCoach') return { kind, firstName };
  if (!appointment) throw new Error(`a mail of the kind ${kind} needs an appointment`);
  return { kind, firstName, to: sideOf(person, appointment), appointment, now };
}

import { countAttempt } from '../../accounts/attempts.ts';
import { passwordMatches } from '../../accounts/passwords.ts';
import { audit } from '../../audit/write.ts';
import { queueMail } from '../../mail/outbox.ts';
import { beganWithin, lockSession } from '../../sessions/session.ts';
import { trustedDevice } from '../../sessions/trusted-device.ts';
import { tooMany } from '../../../platform/api-error.ts';
import { serve, type Context } from '../../../platform/http/handler.ts';
import { orUnavailable } from '../../../platform/http/unavailable.ts';
import { archiveOf, asSnapshot } from './archive.ts';
import * as contract from './contract.ts';
import { openUntil, takeSlot } from './slots.ts';
import * as sql from './sql.ts';
import { zipOf } from './zip.ts';

/** For this many minutes after signing in the password is not asked again. */
const freshMinutes = 15;

/** Handler of the export of one's own data. */
export const routes = serve(contract, {
  async exportOwnData(context) {
    const { person, app, db, transaction } = context;
    if (!(await beganWithin(db, app.clock, person.sessionId, freshMinutes))) await requirePassword(context);
    // An answer that has begun cannot turn into an error any more.
    await orUnavailable(app.store.check());
    return openUntil(db, async (tx, end) => {
      await asSnapshot(tx);
      if (!(await takeSlot(tx, person.id))) throw tooMany(30, 'exportsAtOnce');
      const counter = ['exportsOfPerson', String(person.id)] as const;
      await app.rateLimiter.attempt(...counter);
      // Committed before the first byte: the transaction around it only reads.
      await transaction(async (noting) => {
        await lockSession(noting, app, person.sessionId);
        await queueMail(noting, [{ kind: 'dataExported', person: person.id }]);
        await audit(noting, { actor: person.id, action: 'dataExported', person: person.id });
      });
      const bytes = zipOf(until(archiveOf(tx, app, person.id), end));
      // A fault of the portal does not use up one of the exports of the day.
      bytes.once('error', () => void app.rateLimiter.forgive(...counter).catch(() => {}));
      bytes.once('close', () => void end());
      return { name: 'meine-daten.zip', bytes };
    });
  },
});

/** The same files; ends the transaction before the archive does, so that its reader can ask for another one at once. */
async function* until<T>(entries: AsyncIterable<T>, end: () => Promise<void>): AsyncGenerator<T> {
  yield* entries;
  await end();
}

/** Throws unless the caller has sent their password; a wrong one counts as a failed login. */
async function requirePassword({
  input,
  person,
  app,
  db,
  refuse,
  address,
  deviceCookie,
  record,
}: Context<typeof contract.exportOwnData>): Promise<void> {
  if (!input.password) throw refuse('passwordNeeded');
  const { email, passwordHash } = await sql.accountOf(db, person.id);
  const known = await trustedDevice(db, app.clock, deviceCookie.hashes(), email);
  const attempt = await countAttempt(app.rateLimiter, known && ['loginOfDevice', known.hash], [
    ['loginOfAddress', address],
    ['loginOfAccount', email, address],
  ]);
  if (attempt.refusal) throw attempt.refusal;
  if (!(await passwordMatches(passwordHash, input.password))) {
    record('signInFailed', { person: person.id });
    throw refuse('passwordWrong');
  }
  await attempt.forgive();
}

import { afterAll, beforeAll, expect, test } from 'vitest';
import * as files from '../../src/features/files/contract.ts';
import { sessionInvalid } from '../../src/shared/call.ts';
import { routes } from '../../src/app/features.ts';
import { inDays, openWorld, type World } from '../support/world.ts';
import { callers, calls, type Caller } from './calls.ts';

/** The paths of the calls that need a session. */
const closed = Object.keys(calls).filter((path) => !calls[path]?.may.includes('nobody'));

let world: World;
let people: Record<Exclude<Caller, 'nobody'>, number>;

beforeAll(async () => {
  world = await openWorld();
  people = {
    participant: await world.participant(),
    coach: await world.coach(),
    speedCoach: await world.coach({ speed: true }),
    admin: await world.admin(),
  };
});
afterAll(() => world.close());

const sessionOf = (who: Caller) => (who === 'nobody' ? Promise.resolve(null) : world.signIn(people[who]));

/** Makes a call with an almost empty body: if the rights allow it, it can only be invalid or find nothing. */
async function attempt(path: string, sessionId: string | null) {
  const route = routes.find(({ call }) => call.path === path);
  if (!route) throw new Error(`no call ${path}`);
  // The answer must be JSON, not a file, so the password is a number, which such a call refuses.
  const input = route.call.answer === 'file' ? { password: 0 } : {};
  if (route.call.body === 'json') return world.call(route.call, sessionId, input);
  return world.send(route.call, [
    { field: `file_${sessionId ?? ''}_0`, name: 'leer.csv', bytes: new TextEncoder().encode('x') },
  ]);
}

test('every call is in the table of rights [2.8]', () => {
  expect(routes.map(({ call }) => call.path).sort()).toEqual(Object.keys(calls).sort());
});

for (const [path, { may: allowed }] of Object.entries(calls))
  for (const who of callers)
    test(`${path} ${allowed.includes(who) ? 'serves' : 'refuses'} ${who}`, async () => {
      const { status, body } = await attempt(path, await sessionOf(who));
      if (allowed.includes(who)) {
        expect(status).not.toBe(403);
        expect(body.meta.message).not.toBe(sessionInvalid);
      } else if (who === 'nobody') {
        const answersFile = routes.find(({ call }) => call.path === path)?.call.answer === 'file';
        expect(status).toBe(answersFile ? 401 : 200);
        expect(body.meta).toMatchObject({ status: 'error', message: sessionInvalid });
      } else {
        expect(status).toBe(403);
        expect(body.meta).toMatchObject({ status: 'error', code: 'forbidden' });
      }
    });

test('a person without a role can only make the calls that need no session [2.8]', async () => {
  const session = await world.signIn(await world.person(null));
  for (const path of closed) expect((await attempt(path, session)).status, path).toBe(403);
});

test('a person who must choose a password can make no other call that needs a session [3.10]', async () => {
  const person = await world.participant();
  await world.db.updateTable('person').set({ must_change_password: true }).where('id', '=', person).execute();
  const session = await world.signIn(person);
  for (const path of closed) {
    const { status, body } = await attempt(path, session);
    if (path === 'authentication/setNewPassword') expect(status).not.toBe(403);
    else expect({ status, code: body.meta.code }, path).toEqual({ status: 403, code: 'passwordChangeRequired' });
  }
});

test('another person’s id is answered exactly like an unknown one [2.9]', async () => {
  const stranger = await world.participant();
  const appointment = await world.appointment(people.coach, inDays(20, '09:00'), { participant: stranger });
  const document = await world.document(stranger, { name: 'Fremd.docx' });
  await world.signIn(stranger);
  const { number: theirSession } = await world.db
    .selectFrom('session')
    .select('number')
    .where('person_id', '=', stranger)
    .executeTakeFirstOrThrow();
  const { id: entry } = await world.db
    .insertInto('waiting_entry')
    .values({ person_id: stranger, from_date: '2026-01-01', till_date: '2199-01-01', place: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const series = await world.series(people.coach, '2027-03-01');
  const absence = await world.absence(people.coach, inDays(-30, '10:00'), inDays(-30, '11:00'));
  const { id: note } = await world.db
    .insertInto('note')
    .values({ person_id: stranger, author_id: people.speedCoach, text: 'Vertraulich' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const foreign = { appointment, document, participant: stranger, session: theirSession, entry, series, absence, note };
  const unknown = 987_654_321;
  const otherCoach = await world.coach();
  const attempts = Object.entries(calls).flatMap(([path, row]) =>
    (row.foreign?.to ?? []).map((who) => ({ path, who, ...row.foreign, field: row.foreign?.field ?? '' })),
  );
  expect(attempts).toHaveLength(32);
  for (const { path, who, field, names, beside } of attempts) {
    const session = who === 'otherCoach' ? await world.signIn(otherCoach) : await sessionOf(who);
    const { call } = routes.find((route) => route.call.path === path) ?? {};
    if (!call || !names) throw new Error(path);
    const others = typeof beside === 'function' ? await beside(world, otherCoach) : beside;
    const seen = await world.call(call, session, { ...others, [field]: foreign[names] });
    const missing = await world.call(call, session, { ...others, [field]: unknown });
    expect({ status: seen.status, body: seen.body }, path).toEqual({ status: 404, body: missing.body });
  }
  expect((await world.call(files.getFiles, await sessionOf('coach'), { participantId: stranger })).status).toBe(200);
});

test('a participant who requests another person’s list of documents gets their own [2.9]', async () => {
  const stranger = await world.participant();
  const session = await sessionOf('participant');
  const own = await world.call(files.getFiles, session, {});
  const other = await world.call(files.getFiles, session, { participantId: stranger });
  expect(other.body).toEqual(own.body);
});

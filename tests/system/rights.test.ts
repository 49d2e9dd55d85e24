import { afterAll, beforeAll, expect, test } from 'vitest';
import * as files from '../../src/features/files/contract.ts';
import { sessionInvalid } from '../../src/shared/call.ts';
import { routes } from '../../src/app/features.ts';
import { inDays, openWorld, type World } from '../support/world.ts';
import { callers, calls, type Caller } from './calls.ts';

const pathsNeedingSession = Object.keys(calls).filter((path) => !calls[path]?.may.includes('nobody'));

let world: World;
let people: Record<Exclude<Caller, 'nobody'>, number>;

beforeAll(async () => {
  world = await openWorld();
  people = {
    participant: await world.addParticipant(),
    coach: await world.addCoach(),
    speedCoach: await world.addCoach({ isSpeedCoach: true }),
    admin: await world.addAdmin(),
  };
});
afterAll(() => world.close());

const signIn = (caller: Caller) => (caller === 'nobody' ? Promise.resolve(null) : world.signIn(people[caller]));

/**
 * Makes a call with an almost empty input and returns the response. A caller with the right to make the call gets an
 * error about the input, or the response that nothing was found.
 */
async function attemptCall(path: string, sessionId: string | null) {
  const route = routes.find(({ call }) => call.path === path);
  if (!route) throw new Error(`no call ${path}`);
  // Calls that respond with a file refuse a number as a password, so the response is always JSON.
  const input = route.call.responseType === 'file' ? { password: 0 } : {};
  if (route.call.body === 'json') return world.call(route.call, sessionId, input);
  return world.send(route.call, [
    { field: `file_${sessionId ?? ''}_0`, name: 'leer.csv', bytes: new TextEncoder().encode('x') },
  ]);
}

test('the table of rights contains every call [2.8]', () => {
  expect(routes.map(({ call }) => call.path).sort()).toEqual(Object.keys(calls).sort());
});

for (const [path, { may: allowedCallers }] of Object.entries(calls))
  for (const caller of callers)
    test(`${path} ${allowedCallers.includes(caller) ? 'serves' : 'refuses'} ${caller}`, async () => {
      const { status, body } = await attemptCall(path, await signIn(caller));
      if (allowedCallers.includes(caller)) {
        expect(status).not.toBe(403);
        expect(body.meta.message).not.toBe(sessionInvalid);
      } else if (caller === 'nobody') {
        const respondsWithFile = routes.find(({ call }) => call.path === path)?.call.responseType === 'file';
        expect(status).toBe(respondsWithFile ? 401 : 200);
        expect(body.meta).toMatchObject({ status: 'error', message: sessionInvalid });
      } else {
        expect(status).toBe(403);
        expect(body.meta).toMatchObject({ status: 'error', code: 'forbidden' });
      }
    });

test('a person without a role can only make the calls that need no session [2.8]', async () => {
  const session = await world.signIn(await world.addPerson(null));
  for (const path of pathsNeedingSession) expect((await attemptCall(path, session)).status, path).toBe(403);
});

test('a person who must choose a new password can make no other call that needs a session [3.10]', async () => {
  const person = await world.addParticipant();
  await world.db.updateTable('person').set({ must_change_password: true }).where('id', '=', person).execute();
  const session = await world.signIn(person);
  for (const path of pathsNeedingSession) {
    const { status, body } = await attemptCall(path, session);
    if (path === 'authentication/setNewPassword') expect(status).not.toBe(403);
    else expect({ status, code: body.meta.code }, path).toEqual({ status: 403, code: 'passwordChangeRequired' });
  }
});

test('a call with the id of another person’s row has the same response as a call with an unknown id [2.9]', async () => {
  const stranger = await world.addParticipant();
  const appointment = await world.addAppointment(people.coach, inDays(20, '09:00'), { participant: stranger });
  const document = await world.addDocument(stranger, { name: 'Fremd.docx' });
  await world.signIn(stranger);
  const { number: session } = await world.db
    .selectFrom('session')
    .select('number')
    .where('person_id', '=', stranger)
    .executeTakeFirstOrThrow();
  const { id: waitingEntry } = await world.db
    .insertInto('waiting_entry')
    .values({ person_id: stranger, from_date: '2026-01-01', till_date: '2199-01-01', place: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const series = await world.addSeries(people.coach, '2027-03-01');
  const absence = await world.addAbsence(people.coach, inDays(-30, '10:00'), inDays(-30, '11:00'));
  const { id: note } = await world.db
    .insertInto('note')
    .values({ person_id: stranger, author_id: people.speedCoach, text: 'Vertraulich' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: view } = await world.db
    .insertInto('saved_view')
    .values({ person_id: people.speedCoach, list: 'termine', name: 'Vertraulich', query: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: passkey } = await world.db
    .insertInto('passkey')
    .values({
      ...{ person_id: stranger, name: 'Vertraulich', credential_id: Buffer.from('x'), public_key: Buffer.from('x') },
      ...{ sign_count: 0, synced: false },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const foreignIds = {
    ...{ appointment, document, participant: stranger, session },
    ...{ waitingEntry, series, absence, note, view, passkey },
  };
  const unknownId = 987_654_321;
  const otherCoach = await world.addCoach();
  const attempts = Object.entries(calls).flatMap(([path, { foreignId }]) =>
    foreignId ? foreignId.hiddenFrom.map((caller) => ({ path, caller, foreignId })) : [],
  );
  expect(attempts).toHaveLength(44);
  for (const { path, caller, foreignId } of attempts) {
    const { field, row, otherInput } = foreignId;
    const callerSession = caller === 'otherCoach' ? await world.signIn(otherCoach) : await signIn(caller);
    const { call } = routes.find((route) => route.call.path === path) ?? {};
    if (!call) throw new Error(path);
    const input = typeof otherInput === 'function' ? await otherInput(world, otherCoach) : otherInput;
    const foreignResponse = await world.call(call, callerSession, { ...input, [field]: foreignIds[row] });
    const unknownResponse = await world.call(call, callerSession, { ...input, [field]: unknownId });
    expect({ status: foreignResponse.status, body: foreignResponse.body }, path).toEqual({
      status: 404,
      body: unknownResponse.body,
    });
  }
  expect((await world.call(files.getFiles, await signIn('coach'), { participantId: stranger })).status).toBe(200);
});

test('a participant who requests another person’s list of documents gets their own list [2.9]', async () => {
  const stranger = await world.addParticipant();
  const session = await signIn('participant');
  const ownList = await world.call(files.getFiles, session, {});
  const requestedList = await world.call(files.getFiles, session, { participantId: stranger });
  expect(requestedList.body).toEqual(ownList.body);
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type World } from '../../../tests/support/world.ts';
import { changeReminder, getMailDelay, getMails, getReminders, sendMailAgain } from './contract.ts';

let world: World;
let admin: string;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.signIn(await world.addAdmin());
});
afterAll(() => world.close());
beforeEach(() => world.db.deleteFrom('mail').execute());

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** Inserts a mail and returns its id. */
async function insertMail(person: number, columns: Record<string, unknown> = {}): Promise<string> {
  const id = randomUUID();
  await world.db
    .insertInto('mail')
    .values({ id, person_id: person, kind: 'fileFromCoach', ...columns })
    .execute();
  return id;
}

const listMails = async (filters: Record<string, unknown> = {}) => (await world.call(getMails, admin, filters)).body;
const listMailIds = async (filters: Record<string, unknown> = {}) =>
  (await listMails(filters)).data?.map(({ id }) => id);

describe('the list of mails for admins [10.7]', () => {
  test('shows the kind, recipient, time and state of each mail, but not its content', async () => {
    const person = await world.addParticipant({ firstName: 'Ada', lastName: 'Süß', email: 'ada@test.example' });
    const fiveMinutesAgo = minutesAgo(5);
    const waiting = await insertMail(person, { created_at: minutesAgo(1) });
    const retrying = await insertMail(person, {
      created_at: minutesAgo(2),
      attempts: 3,
      tried_at: fiveMinutesAgo,
      last_code: 'EENVELOPE 450',
    });
    const sent = await insertMail(person, { created_at: minutesAgo(3), attempts: 0, sent_at: fiveMinutesAgo });
    const failed = await insertMail(person, {
      created_at: minutesAgo(4),
      attempts: 1,
      failed_at: fiveMinutesAgo,
      last_code: 'EENVELOPE 550',
    });
    const superseded = await insertMail(person, { created_at: minutesAgo(5), overtaken_at: fiveMinutesAgo });
    const { data } = await listMails();
    expect(data?.map(({ id, state, again }) => [id, state, again])).toEqual([
      [waiting, 'waiting', false],
      [retrying, 'retrying', true],
      [sent, 'sent', true],
      [failed, 'failed', true],
      [superseded, 'overtaken', false],
    ]);
    expect(data?.[1]).toEqual({
      id: retrying,
      kind: 'fileFromCoach',
      label: 'Unterlagen vom Coach',
      state: 'retrying',
      again: true,
      personId: person,
      person: 'Ada Süß',
      email: 'ada@test.example',
      isFindable: true,
      attempts: 3,
      fault: 'EENVELOPE 450',
      createdAt: expect.any(String),
      triedAt: fiveMinutesAgo.toISOString(),
      endedAt: null,
    });
    for (const state of ['waiting', 'retrying', 'sent', 'failed', 'overtaken'] as const)
      expect((await listMails({ state })).data?.map((row) => row.state)).toEqual([state]);
  });

  test('can be limited to what has not arrived: tried again, or failed and not sent again since', async () => {
    const person = await world.addParticipant({ lastName: 'Ziel' });
    const failedAt = { failed_at: minutesAgo(1), attempts: 1 };
    const retrying = await insertMail(person, { created_at: minutesAgo(10), attempts: 2 });
    const failed = await insertMail(person, { created_at: minutesAgo(20), kind: 'passwordChanged', ...failedAt });
    const failedTwice = await insertMail(person, { created_at: minutesAgo(30), kind: 'confirmation', ...failedAt });
    // Each of these mails has arrived, is no longer needed, or was sent again later.
    await insertMail(person, { created_at: minutesAgo(5), kind: 'accountInactive' });
    await insertMail(person, { created_at: minutesAgo(5), overtaken_at: minutesAgo(1) });
    await insertMail(person, { created_at: minutesAgo(40), kind: 'confirmation', ...failedAt });
    await insertMail(person, { created_at: minutesAgo(50), kind: 'fileFromCoach', ...failedAt });
    await insertMail(await world.addParticipant(), { created_at: minutesAgo(4), kind: 'passwordChanged' });
    const expected = [retrying, failed, failedTwice];
    expect(await listMailIds({ state: 'undelivered' })).toEqual(expected);
    expect(await listMailIds({ state: 'undelivered', person: 'Ziel' })).toEqual(expected);
    const first = await listMails({ state: 'undelivered', limit: 2 });
    const second = await listMails({ state: 'undelivered', limit: 2, cursor: first.meta.nextCursor });
    expect([...(first.data ?? []), ...(second.data ?? [])].map(({ id }) => id)).toEqual(expected);
    expect(second.meta.nextCursor).toBeNull();
  });

  test('can be searched by part of a name or by an address', async () => {
    const mailToAda = await insertMail(
      await world.addParticipant({ firstName: 'Ada', lastName: 'Süß', email: 'suess.a@test.example' }),
    );
    const adam = await world.addCoach({ firstName: 'Adam', lastName: 'Berg' });
    const olderMailToAdam = await insertMail(adam, { created_at: minutesAgo(9) });
    await insertMail(await world.addParticipant({ firstName: 'Kim', lastName: 'Lang' }));
    expect(await listMailIds({ person: 'ada' })).toEqual([mailToAda, olderMailToAdam]);
    expect(await listMailIds({ person: 'suess.a@test' })).toEqual([mailToAda]);
    expect(await listMailIds({ person: 'niemand' })).toEqual([]);
    expect((await listMails({ person: 'a' })).meta.code).toBe('invalid');
  });

  test('has pages without repeated or missing mails, even if several were created at the same instant', async () => {
    const people = [
      await world.addParticipant({ lastName: 'Blatt' }),
      await world.addParticipant({ lastName: 'Blatt' }),
    ];
    const at = '2026-11-01 10:00:00.123456+00';
    const moments = [at, at, at, '2026-11-01 10:00:00.123455+00', '2026-11-01 10:00:00.123457+00', at, at];
    const insertedIds = await Promise.all(
      moments.map((created_at, index) => insertMail(people[index % 2] ?? 0, { created_at, failed_at: at })),
    );
    for (const filters of [{}, { person: 'Blatt' }, { state: 'failed' }]) {
      const listedIds: string[] = [];
      let cursor: string | null = null;
      do {
        const { data, meta }: Awaited<ReturnType<typeof listMails>> = await listMails({ ...filters, limit: 2, cursor });
        listedIds.push(...(data ?? []).map(({ id }) => id));
        cursor = meta.nextCursor ?? null;
      } while (cursor);
      expect(listedIds).toHaveLength(insertedIds.length);
      expect(new Set(listedIds)).toEqual(new Set(insertedIds));
    }
    for (const cursor of ['x', `1_${'-'.repeat(36)}`])
      expect((await world.call(getMails, admin, { cursor })).status).toBe(400);
  });
});

describe('sending a mail again [10.7]', () => {
  test('queues a new mail of the same kind and writes an audit entry', async () => {
    const person = await world.addParticipant();
    const sent = await insertMail(person, { created_at: minutesAgo(60), sent_at: minutesAgo(59) });
    expect((await world.call(sendMailAgain, admin, { mailId: sent })).body.meta.status).toBe('success');
    const { data } = await listMails();
    expect(data?.map(({ state, kind, personId }) => [state, kind, personId])).toEqual([
      ['waiting', 'fileFromCoach', person],
      ['sent', 'fileFromCoach', person],
    ]);
    const entries = await world.db.selectFrom('audit').select('action').where('person_id', '=', person).execute();
    expect(entries).toEqual([{ action: 'mailSentAgain' }]);
  });

  test('is refused for waiting and superseded mails, one-time passwords, notices of changes and inactive people', async () => {
    const person = await world.addParticipant();
    const inactivePerson = await world.addParticipant();
    await world.db.updateTable('person').set({ inactive_at: new Date() }).where('id', '=', inactivePerson).execute();
    const sentNow = { sent_at: new Date() };
    for (const [id, code] of [
      [await insertMail(person), 'waiting'],
      [await insertMail(person, { ...sentNow, kind: 'temporaryPassword' }), 'notAgain'],
      [await insertMail(person, { ...sentNow, kind: 'passwordChanged' }), 'notAgain'],
      [await insertMail(person, { overtaken_at: new Date() }), 'notAgain'],
      [await insertMail(inactivePerson, sentNow), 'notAgain'],
    ] as const)
      expect((await world.call(sendMailAgain, admin, { mailId: id })).body.meta.code).toBe(code);
    expect((await world.call(sendMailAgain, admin, { mailId: randomUUID() })).status).toBe(404);
    expect(await listMailIds()).toHaveLength(5);
  });
});

describe('the warning about delayed mails [10.7]', () => {
  const readDelay = async () => (await world.call(getMailDelay, admin)).body.data;

  test('appears when the oldest waiting mail is over 15 minutes old, and counts the waiting mails', async () => {
    const person = await world.addParticipant();
    expect(await readDelay()).toEqual({ late: false, since: null, waiting: 0 });
    for (const column of ['sent_at', 'failed_at', 'overtaken_at'])
      await insertMail(person, { created_at: minutesAgo(60), [column]: minutesAgo(1) });
    await insertMail(person, { created_at: minutesAgo(14) });
    expect(await readDelay()).toMatchObject({ late: false, waiting: 1 });
    const oldest = minutesAgo(16);
    await insertMail(person, { created_at: oldest, attempts: 4 });
    expect(await readDelay()).toEqual({ late: true, since: oldest.toISOString(), waiting: 2 });
  });
});

describe('reminders', () => {
  test('are all on until a participant switches one off, which affects nobody else', async () => {
    const [session, otherSession] = [
      await world.signIn(await world.addParticipant()),
      await world.signIn(await world.addParticipant()),
    ];
    const allOn = { reminderThreeDays: true, reminderDayBefore: true, reminderSoon: true, ratingInvitation: true };
    expect((await world.call(getReminders, session)).body.data).toEqual(allOn);
    await world.call(changeReminder, session, { kind: 'reminderSoon', wanted: false });
    await world.call(changeReminder, session, { kind: 'ratingInvitation', wanted: false });
    await world.call(changeReminder, session, { kind: 'ratingInvitation', wanted: true });
    expect((await world.call(getReminders, session)).body.data).toEqual({ ...allOn, reminderSoon: false });
    expect((await world.call(getReminders, otherSession)).body.data).toEqual(allOn);
    expect((await world.call(changeReminder, session, { kind: 'confirmation', wanted: false })).status).toBe(400);
  });
});

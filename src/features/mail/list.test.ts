import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type World } from '../../../tests/support/world.ts';
import { changeReminder, getMailDelay, getMails, getReminders, sendMailAgain } from './contract.ts';

let world: World;
let admin: string;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.signIn(await world.admin());
});
afterAll(() => world.close());
beforeEach(() => world.db.deleteFrom('mail').execute());

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** Inserts a mail; returns its id. */
async function mail(person: number, columns: Record<string, unknown> = {}): Promise<string> {
  const id = randomUUID();
  await world.db
    .insertInto('mail')
    .values({ id, person_id: person, kind: 'fileFromCoach', ...columns })
    .execute();
  return id;
}

const list = async (filters: Record<string, unknown> = {}) => (await world.call(getMails, admin, filters)).body;
const idsOf = async (filters: Record<string, unknown> = {}) => (await list(filters)).data?.map(({ id }) => id);

describe('the list of mails for admins [10.7]', () => {
  test('shows the kind, recipient, time and state of each mail, but not its content', async () => {
    const person = await world.participant({ firstName: 'Ada', lastName: 'Süß', email: 'ada@test.example' });
    const at = ago(5);
    const waiting = await mail(person, { created_at: ago(1) });
    const retrying = await mail(person, { created_at: ago(2), attempts: 3, tried_at: at, last_code: 'EENVELOPE 450' });
    const sent = await mail(person, { created_at: ago(3), attempts: 0, sent_at: at });
    const failed = await mail(person, { created_at: ago(4), attempts: 1, failed_at: at, last_code: 'EENVELOPE 550' });
    const overtaken = await mail(person, { created_at: ago(5), overtaken_at: at });
    const { data } = await list();
    expect(data?.map(({ id, state, again }) => [id, state, again])).toEqual([
      [waiting, 'waiting', false],
      [retrying, 'retrying', false],
      [sent, 'sent', true],
      [failed, 'failed', true],
      [overtaken, 'overtaken', false],
    ]);
    expect(data?.[1]).toEqual({
      id: retrying,
      kind: 'fileFromCoach',
      label: 'Unterlagen vom Coach',
      state: 'retrying',
      again: false,
      personId: person,
      person: 'Ada Süß',
      email: 'ada@test.example',
      attempts: 3,
      fault: 'EENVELOPE 450',
      createdAt: expect.any(String),
      triedAt: at.toISOString(),
      endedAt: null,
    });
    for (const state of ['waiting', 'retrying', 'sent', 'failed', 'overtaken'] as const)
      expect((await list({ state })).data?.map((row) => row.state)).toEqual([state]);
  });

  test('can be searched by part of a name or by an address', async () => {
    const ada = await mail(
      await world.participant({ firstName: 'Ada', lastName: 'Süß', email: 'suess.a@test.example' }),
    );
    const both = await world.coach({ firstName: 'Adam', lastName: 'Berg' });
    const older = await mail(both, { created_at: ago(9) });
    await mail(await world.participant({ firstName: 'Kim', lastName: 'Lang' }));
    expect(await idsOf({ person: 'ada' })).toEqual([ada, older]);
    expect(await idsOf({ person: 'suess.a@test' })).toEqual([ada]);
    expect(await idsOf({ person: 'niemand' })).toEqual([]);
    expect((await list({ person: 'a' })).meta.code).toBe('invalid');
  });

  test('is paged without repeating or omitting a mail, even among mails of the same instant', async () => {
    const people = [await world.participant({ lastName: 'Blatt' }), await world.participant({ lastName: 'Blatt' })];
    const at = '2026-11-01 10:00:00.123456+00';
    const moments = [at, at, at, '2026-11-01 10:00:00.123455+00', '2026-11-01 10:00:00.123457+00', at, at];
    const all = await Promise.all(
      moments.map((created_at, index) => mail(people[index % 2] ?? 0, { created_at, failed_at: at })),
    );
    for (const filters of [{}, { person: 'Blatt' }, { state: 'failed' }]) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const { data, meta }: Awaited<ReturnType<typeof list>> = await list({ ...filters, limit: 2, cursor });
        seen.push(...(data ?? []).map(({ id }) => id));
        cursor = meta.nextCursor ?? null;
      } while (cursor);
      expect(seen).toHaveLength(all.length);
      expect(new Set(seen)).toEqual(new Set(all));
    }
    for (const cursor of ['x', `1_${'-'.repeat(36)}`])
      expect((await world.call(getMails, admin, { cursor })).status).toBe(400);
  });
});

describe('sending a mail again [10.7]', () => {
  test('queues a new mail of the same kind and writes an audit entry', async () => {
    const person = await world.participant();
    const sent = await mail(person, { created_at: ago(60), sent_at: ago(59) });
    expect((await world.call(sendMailAgain, admin, { mailId: sent })).body.meta.status).toBe('success');
    const { data } = await list();
    expect(data?.map(({ state, kind, personId }) => [state, kind, personId])).toEqual([
      ['waiting', 'fileFromCoach', person],
      ['sent', 'fileFromCoach', person],
    ]);
    const entries = await world.db.selectFrom('audit').select('action').where('person_id', '=', person).execute();
    expect(entries).toEqual([{ action: 'mailSentAgain' }]);
  });

  test('is refused for a waiting or superseded mail, a secret, a notice of a change, and an inactive person', async () => {
    const person = await world.participant();
    const gone = await world.participant();
    await world.db.updateTable('person').set({ inactive_at: new Date() }).where('id', '=', gone).execute();
    const ended = { sent_at: new Date() };
    for (const [id, code] of [
      [await mail(person), 'waiting'],
      [await mail(person, { attempts: 2 }), 'waiting'],
      [await mail(person, { ...ended, kind: 'temporaryPassword' }), 'notAgain'],
      [await mail(person, { ...ended, kind: 'passwordChanged' }), 'notAgain'],
      [await mail(person, { overtaken_at: new Date() }), 'notAgain'],
      [await mail(gone, ended), 'notAgain'],
    ] as const)
      expect((await world.call(sendMailAgain, admin, { mailId: id })).body.meta.code).toBe(code);
    expect((await world.call(sendMailAgain, admin, { mailId: randomUUID() })).status).toBe(404);
    expect(await idsOf()).toHaveLength(6);
  });
});

describe('the warning about delayed mails [10.7]', () => {
  const delay = async () => (await world.call(getMailDelay, admin)).body.data;

  test('appears when the oldest waiting mail is over 15 minutes old, and counts the waiting mails', async () => {
    const person = await world.participant();
    expect(await delay()).toEqual({ late: false, since: null, waiting: 0 });
    for (const done of ['sent_at', 'failed_at', 'overtaken_at'])
      await mail(person, { created_at: ago(60), [done]: ago(1) });
    await mail(person, { created_at: ago(14) });
    expect(await delay()).toMatchObject({ late: false, waiting: 1 });
    const oldest = ago(16);
    await mail(person, { created_at: oldest, attempts: 4 });
    expect(await delay()).toEqual({ late: true, since: oldest.toISOString(), waiting: 2 });
  });
});

describe('reminders', () => {
  test('are all on until a participant switches one off, which affects nobody else', async () => {
    const [ada, kim] = [await world.signIn(await world.participant()), await world.signIn(await world.participant())];
    const all = { reminderThreeDays: true, reminderDayBefore: true, reminderSoon: true, ratingInvitation: true };
    expect((await world.call(getReminders, ada)).body.data).toEqual(all);
    await world.call(changeReminder, ada, { kind: 'reminderSoon', wanted: false });
    await world.call(changeReminder, ada, { kind: 'ratingInvitation', wanted: false });
    await world.call(changeReminder, ada, { kind: 'ratingInvitation', wanted: true });
    expect((await world.call(getReminders, ada)).body.data).toEqual({ ...all, reminderSoon: false });
    expect((await world.call(getReminders, kim)).body.data).toEqual(all);
    expect((await world.call(changeReminder, ada, { kind: 'confirmation', wanted: false })).status).toBe(400);
  });
});

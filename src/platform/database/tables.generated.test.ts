import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import pg from 'pg';
import { migrate } from './migrate.ts';
import { openWorld, type World } from '../../../tests/support/world.ts';

const root = resolve(import.meta.dirname, '../../..');
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('the generated types of the tables match the migrated database', async () => {
  const out = join(world.dataDir, 'schema.ts');
  await promisify(execFile)(process.execPath, [join(root, 'scripts/schema.mjs'), out], {
    env: { ...process.env, DATABASE_URL: world.ownerUrl },
  });
  expect(await readFile(out, 'utf8')).toBe(
    await readFile(join(root, 'src/platform/database/tables.generated.ts'), 'utf8'),
  );
});

test('instances that start at the same time migrate only once, and a later start changes nothing', async () => {
  const name = `twice_${process.pid}`;
  const client = new pg.Client({ connectionString: world.ownerUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  try {
    const url = new URL(world.ownerUrl);
    url.pathname = `/${name}`;
    const folder = join(root, 'db/migrations');
    await Promise.all([1, 2, 3].map(() => migrate(url.toString(), world.appUrl, folder)));
    await migrate(url.toString(), world.appUrl, folder);
    const migratedClient = new pg.Client({ connectionString: url.toString() });
    await migratedClient.connect();
    const { rows } = await migratedClient.query('SELECT name, count(*)::int AS times FROM migration GROUP BY name');
    await migratedClient.end();
    expect(rows.every((row: { times: number }) => row.times === 1)).toBe(true);
  } finally {
    await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await client.end();
  }
});

describe('the database itself refuses [4.1]', () => {
  let coach: number;
  let person: number;
  let days = 1;
  beforeAll(async () => {
    coach = await world.addCoach();
    person = await world.addParticipant();
  });

  const insert = (row: Record<string, unknown>) => {
    const startsAt = new Date(Date.UTC(2030, 0, days++, 9));
    return world.db
      .insertInto('appointment')
      .values({
        coach_id: coach,
        type_id: 1,
        starts_at: startsAt,
        ends_at: new Date(startsAt.getTime() + 3_600_000),
        ...row,
      })
      .execute();
  };
  const violationOf = (constraint: string) => expect.objectContaining({ constraint });

  test.each([
    ['a free row with a participant', () => insert({ participant_id: person }), 'appointment_free_without_participant'],
    ['a booked row without a participant', () => insert({ status: 'G' }), 'appointment_free_without_participant'],
    ['a row that ends before it starts', () => insert({ ends_at: new Date(0) }), 'appointment_ends_after_start'],
    [
      'a booked Speedcoaching',
      () => insert({ type_id: 2, status: 'G', participant_id: person }),
      'appointment_speedcoaching_never_booked',
    ],
    [
      'a self-booked Einzelcoaching without a quota number',
      () => insert({ status: 'G', participant_id: person, self_booked: true }),
      'appointment_self_booked_holds_quota',
    ],
    [
      'a fourth quota number',
      () => insert({ status: 'G', participant_id: person, self_booked: true, quota_number: 4 }),
      'appointment_quota_of_three',
    ],
    [
      'a cancelled row without the kind of cancellation',
      () => insert({ status: 'K', participant_id: person }),
      'appointment_cancelled_with_kind',
    ],
    [
      'a Teams link that is not https',
      () => world.db.updateTable('coach').set({ teams_link: 'http://x.example' }).execute(),
      'coach_link_is_https',
    ],
  ])('%s', async (_, write, constraint) => {
    await expect(write()).rejects.toEqual(violationOf(constraint));
  });

  test('the same quota number twice for one participant [4.5]', async () => {
    const bookedRow = { status: 'G', participant_id: person, self_booked: true, quota_number: 1 };
    await insert(bookedRow);
    await expect(insert(bookedRow)).rejects.toEqual(violationOf('appointment_quota_once'));
  });

  test('two overlapping rows of a coach, unless one of them is cancelled', async () => {
    const [starts_at, ends_at] = [new Date('2031-01-01T09:00Z'), new Date('2031-01-01T10:00Z')];
    const cancelledRow = { status: 'K', cancel_kind: 'goodwill', participant_id: person, starts_at, ends_at };
    await insert(cancelledRow);
    await insert({ starts_at, ends_at });
    const overlappingRow = { starts_at: new Date('2031-01-01T09:59Z'), ends_at: new Date('2031-01-01T11:00Z') };
    await expect(insert(overlappingRow)).rejects.toEqual(violationOf('appointment_coach_overlap'));
    await insert({ starts_at: ends_at, ends_at: new Date('2031-01-01T11:00Z') });
  });

  test('two overlapping booked rows of a participant', async () => {
    const otherCoach = await world.addCoach();
    const [starts_at, ends_at] = [new Date('2032-01-01T09:00Z'), new Date('2032-01-01T10:00Z')];
    await insert({ status: 'G', participant_id: person, starts_at, ends_at });
    await expect(
      insert({ coach_id: otherCoach, status: 'G', participant_id: person, starts_at, ends_at }),
    ).rejects.toEqual(violationOf('appointment_participant_overlap'));
  });
});

test('every change of an appointment’s state raises the number that calendar programs compare', async () => {
  const participant_id = await world.addParticipant();
  const id = await world.addAppointment(await world.addCoach(), new Date('2033-01-01T09:00Z'));
  const numbers: number[] = [];
  for (const change of [
    { status: 'G', participant_id },
    { status: 'K', cancel_kind: 'byAdmin' },
    { status: 'K', cancel_kind: 'goodwill' },
    { status: 'G', cancel_kind: null },
  ]) {
    const row = world.db.updateTable('appointment').set(change).where('id', '=', id).returning('calendar_sequence');
    numbers.push((await row.executeTakeFirstOrThrow()).calendar_sequence);
  }
  expect(numbers).toEqual([1, 2, 2, 3]);
});

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataClasses, type ColumnClass } from './data-classes.ts';
import { openWorld, type World } from '../../../tests/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const classes = new Map<string, ColumnClass>(
  Object.entries(dataClasses).flatMap(([table, columns]) =>
    Object.entries(columns).map(([column, columnClass]): [string, ColumnClass] => [`${table}.${column}`, columnClass]),
  ),
);

test('every column of the database has a class, and every class belongs to a column', async () => {
  const { rows } = await sql<{ name: string }>`
    SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = 'public'
  `.execute(world.db);
  expect([...classes.keys()].sort()).toEqual(rows.map(({ name }) => name).sort());
});

test('every column that refers to a person is classed as personal', async () => {
  const { rows } = await sql<{ name: string }>`
    SELECT c.conrelid::regclass || '.' || a.attname AS name
    FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
    WHERE c.contype = 'f' AND c.confrelid IN ('person'::regclass, 'participant'::regclass, 'coach'::regclass)
  `.execute(world.db);
  expect(rows.length).toBeGreaterThan(8);
  for (const { name } of rows) expect(classes.get(name), name).toHaveProperty('personal');
});

test('every text column is classed as personal, except in tables without personal data and columns with fixed values', async () => {
  const { rows } = await sql<{ name: string }>`
    SELECT c.table_name || '.' || c.column_name AS name FROM information_schema.columns c
    WHERE c.table_schema = 'public' AND c.data_type IN ('text', 'character varying', 'bytea')
      AND c.table_name NOT IN ('tracking', 'throttle', 'audit_seal', 'migration', 'backup', 'role', 'coaching_type', 'location', 'webhook', 'single_sign_on_attempt')
  `.execute(world.db);
  const columnsWithFixedValues = new Set([
    'appointment.status',
    'appointment.cancel_kind',
    'audit.action',
    'audit.webhook_host',
    'person.gender',
    'reminder.kind',
    'token.last_call',
    'webhook_delivery.type',
    'webhook_delivery.status',
    'webhook_delivery.error',
  ]);
  for (const { name } of rows.filter((row) => !columnsWithFixedValues.has(row.name)))
    expect(classes.get(name), name).toHaveProperty('personal');
});

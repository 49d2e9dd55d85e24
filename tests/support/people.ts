import { randomUUID } from 'node:crypto';
import { sql, type Insertable, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../src/platform/database/db.ts';
import type { DB } from '../../src/platform/database/tables.generated.ts';
import { roles, type Role } from '../../src/shared/roles.ts';

type Row = Insertable<DB['person']>;
/** Columns of a person's row with their values, each a plain value or an SQL expression. */
export type PersonColumns = { [Column in keyof Row]?: Row[Column] | RawBuilder<unknown> };

/** The default values, which describe a confirmed, active participant. */
const defaults: PersonColumns = {
  role_id: roles.participant.value,
  first_name: 'Kim',
  last_name: 'Beispiel',
  gender: 'd',
  confirmed_at: sql`clock_timestamp()`,
};

/**
 * Builds an SQL statement that inserts one person. With `from`, for example `FROM generate_series(1, 100) n`, it
 * inserts one person for each row, and the expressions in `columns` may use the columns of `from`. The statement
 * returns the `id`, `email` and `role_id` of each person. All tests and measurements insert people with this function.
 */
export function buildPeopleInsert(columns: PersonColumns, from: RawBuilder<unknown> = sql``) {
  const entries = Object.entries({ ...defaults, ...columns });
  const names = sql.join(entries.map(([name]) => sql.ref(name)));
  const values = sql.join(entries.map(([, value]) => (isExpression(value) ? value : sql`${value}`)));
  return sql<{ id: number; email: string | null; role_id: number | null }>`
    INSERT INTO person (${names}) SELECT ${values} ${from} RETURNING id, email, role_id`;
}

const isExpression = (value: unknown): value is RawBuilder<unknown> =>
  typeof value === 'object' && value !== null && 'toOperationNode' in value;

/** Adds one person, by default with the role of a participant but without a row in `participant`; returns the id. */
export async function addPerson(db: Db | Tx, columns: PersonColumns = {}): Promise<number> {
  const { rows } = await buildPeopleInsert({ email: `${randomUUID()}@test.example`, ...columns }).execute(db);
  return rows[0]?.id ?? 0;
}

/** Returns the number with which a person's row stores a role, or null for a person without a role. */
export const roleId = (role: Role | null): number | null => (role ? roles[role].value : null);

/** Adds a participant with rows in `person` and `participant`; returns the id. */
export async function addParticipant(
  db: Db | Tx,
  columns: PersonColumns = {},
  profile: Partial<Insertable<DB['participant']>> = {},
): Promise<number> {
  const person_id = await addPerson(db, columns);
  await db
    .insertInto('participant')
    .values({
      person_id,
      qualification: 'Fachkraft für Lagerlogistik',
      location_id: await addLocation(db),
      qualification_start: '2026-01-01',
      qualification_end: '2026-12-31',
      ...profile,
    })
    .execute();
  return person_id;
}

/** Adds an active coach; returns the id. A speed coach may search all participants. */
export async function addCoach(db: Db | Tx, columns: PersonColumns = {}, isSpeedCoach = false): Promise<number> {
  const coach = { role_id: roleId('coach'), first_name: 'Cleo', last_name: 'Coach' };
  const person_id = await addPerson(db, { ...coach, ...columns });
  const teams_link = `https://teams.example/${person_id}`;
  await db.insertInto('coach').values({ person_id, teams_link, speed_coach: isSpeedCoach }).execute();
  return person_id;
}

/** Adds an admin; returns the id. */
export function addAdmin(db: Db | Tx, columns: PersonColumns = {}): Promise<number> {
  return addPerson(db, { role_id: roleId('admin'), first_name: 'Alex', last_name: 'Admin', ...columns });
}

/** Adds the location with this name unless it exists; returns its id. */
export async function addLocation(db: Db | Tx, label = 'Köln'): Promise<number> {
  await db
    .insertInto('location')
    .values({ label })
    .onConflict((conflict) => conflict.column('label').doNothing())
    .execute();
  return (await db.selectFrom('location').select('id').where('label', '=', label).executeTakeFirstOrThrow()).id;
}

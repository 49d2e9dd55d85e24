import { sql } from 'kysely';
import type { DB } from '../../platform/database/tables.generated.ts';
import { profileKeys, profileLabels, type ProfileField, type ProfileInput } from '../../shared/profile.ts';

type Table = 'person' | 'participant';
/** Where a field is stored, and the value that replaces it when its person is anonymised. */
type Column = { [T in Table]: { table: T; column: keyof DB[T] & string; erased: string | null } }[Table];

/** The columns of the profile; a new field without one does not compile. */
const columns = {
  firstName: { table: 'person', column: 'first_name', erased: 'Anonymisiert' },
  lastName: { table: 'person', column: 'last_name', erased: '' },
  email: { table: 'person', column: 'email', erased: null },
  phoneNumber: { table: 'person', column: 'phone', erased: '' },
  qualification: { table: 'participant', column: 'qualification', erased: '' },
  startOfQualification: { table: 'participant', column: 'qualification_start', erased: null },
  endOfQualification: { table: 'participant', column: 'qualification_end', erased: null },
} as const satisfies Record<ProfileField, Column>;

/** The German word for each column of the profile. */
export const profileWords: Readonly<Record<string, string>> = Object.fromEntries(
  profileKeys.map((name) => [columns[name].column, profileLabels[name]]),
);

type FieldOf<T extends Table> = {
  [F in ProfileField]: (typeof columns)[F]['table'] extends T ? F : never;
}[ProfileField];
/** The profile's columns of a table, each with a text; null for an empty field where the column has no empty text. */
type Values<T extends Table> = {
  [F in FieldOf<T> as (typeof columns)[F]['column']]: string | Extract<(typeof columns)[F]['erased'], null>;
};
type ErasedValues<T extends Table> = {
  [F in FieldOf<T> as (typeof columns)[F]['column']]: (typeof columns)[F]['erased'];
};

/** A field of the person `p` or the participant `t`; '' if the person does not have it. */
const fieldOf = (name: ProfileField) => {
  const { table, column } = columns[name];
  return sql<string>`coalesce(${sql.ref(`${table === 'person' ? 'p' : 't'}.${column}`)}::text, '')`;
};

/** All fields, for a select from the person `p` and the participant `t`. */
export const profileSelection = profileKeys.map((name) => fieldOf(name).as(name));

/** Whether any field of `p` and `t` differs from what remains once the person is anonymised. */
export const holdsProfile = sql<boolean>`(${sql.join(
  profileKeys.map((name) => sql`${fieldOf(name)} <> ${sql.lit(columns[name].erased ?? '')}`),
  sql` OR `,
)})`;

/** The values that a profile writes into a table. */
export function profileValues<T extends Table>(table: T, profile: ProfileInput): Values<T> {
  return valuesOf(table, (name) => profile[name] || emptyOf(name)) as Values<T>;
}

/** What remains of a profile in a table once its person is anonymised: a name for appointments and ratings. */
export function erasedValues<T extends Table>(table: T): ErasedValues<T> {
  return valuesOf(table, (name) => columns[name].erased) as ErasedValues<T>;
}

/** What stands for an empty field: no date is '', nor an address that only one person may have. */
const emptyOf = (name: ProfileField) => (columns[name].erased === null ? null : '');

function valuesOf(table: Table, value: (name: ProfileField) => string | null) {
  const fields = profileKeys.filter((name) => columns[name].table === table);
  return Object.fromEntries(fields.map((name) => [columns[name].column, value(name)]));
}

import { sql } from 'kysely';
import type { DB } from '../../platform/database/tables.generated.ts';
import { profileKeys, profileLabels, type ProfileField, type ProfileInput } from '../../shared/profile.ts';

type Table = 'person' | 'participant';
/** Where a field is stored, and the value that replaces it when the person is anonymised. */
type Column = { [T in Table]: { table: T; column: keyof DB[T] & string; erasedValue: string | null } }[Table];

/** The columns of the profile; the code does not compile if a field has none. */
const columns = {
  firstName: { table: 'person', column: 'first_name', erasedValue: 'Anonymisiert' },
  lastName: { table: 'person', column: 'last_name', erasedValue: '' },
  email: { table: 'person', column: 'email', erasedValue: null },
  phoneNumber: { table: 'person', column: 'phone', erasedValue: '' },
  qualification: { table: 'participant', column: 'qualification', erasedValue: '' },
  startOfQualification: { table: 'participant', column: 'qualification_start', erasedValue: null },
  endOfQualification: { table: 'participant', column: 'qualification_end', erasedValue: null },
} as const satisfies Record<ProfileField, Column>;

/** The German word for each column of the profile. */
export const profileColumnLabels: Readonly<Record<string, string>> = Object.fromEntries(
  profileKeys.map((name) => [columns[name].column, profileLabels[name]]),
);

/** The fields of the profile that are stored in a table. */
type FieldOf<T extends Table> = {
  [F in ProfileField]: (typeof columns)[F]['table'] extends T ? F : never;
}[ProfileField];
/** The profile's columns in a table with their values. The value of an empty field is '' or null (see `emptyOf`). */
type Values<T extends Table> = {
  [F in FieldOf<T> as (typeof columns)[F]['column']]: string | Extract<(typeof columns)[F]['erasedValue'], null>;
};
/** The profile's columns in a table with the values that they have after the person is anonymised. */
type ErasedValues<T extends Table> = {
  [F in FieldOf<T> as (typeof columns)[F]['column']]: (typeof columns)[F]['erasedValue'];
};

/** SQL: a field of the person `p` or the participant `t`; '' if it is empty. */
const fieldOf = (name: ProfileField) => {
  const { table, column } = columns[name];
  return sql<string>`coalesce(${sql.ref(`${table === 'person' ? 'p' : 't'}.${column}`)}::text, '')`;
};

/** All fields, for a select from the person `p` and the participant `t`. */
export const profileSelection = profileKeys.map((name) => fieldOf(name).as(name));

/** SQL: whether any field of `p` and `t` differs from its value after the person is anonymised. */
export const hasProfileData = sql<boolean>`(${sql.join(
  profileKeys.map((name) => sql`${fieldOf(name)} <> ${sql.lit(columns[name].erasedValue ?? '')}`),
  sql` OR `,
)})`;

/** The values of a profile for storing it in a table, keyed by column. */
export function profileValues<T extends Table>(table: T, profile: ProfileInput): Values<T> {
  return valuesOf(table, (name) => profile[name] || emptyOf(name)) as Values<T>;
}

/**
 * The values that replace a profile in a table when the person is anonymised, keyed by column. Only the first name is
 * not empty, so that appointments and ratings still have a name to show.
 */
export function erasedValues<T extends Table>(table: T): ErasedValues<T> {
  return valuesOf(table, (name) => columns[name].erasedValue) as ErasedValues<T>;
}

/**
 * The stored value of an empty field: null for dates and for the e-mail address, which must be unique, otherwise ''.
 */
const emptyOf = (name: ProfileField) => (columns[name].erasedValue === null ? null : '');

/** The values that `valueOf` returns for the fields of a table, keyed by column. */
function valuesOf(table: Table, valueOf: (name: ProfileField) => string | null) {
  const fields = profileKeys.filter((name) => columns[name].table === table);
  return Object.fromEntries(fields.map((name) => [columns[name].column, valueOf(name)]));
}

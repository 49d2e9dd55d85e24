import { sql } from 'kysely';
import type { DB } from '../../platform/database/tables.generated.ts';
import { profileKeys, profileLabels, type ProfileField, type ProfileInput } from '../../shared/profile.ts';

type Table = 'person' | 'participant';
/** Where a field is stored, and the value that replaces it when the person is anonymised. */
type Column = { [T in Table]: { table: T; column: keyof DB[T] & string; erased: string | null } }[Table];

/** The columns of the profile; the code does not compile if a field has none. */
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
export const profileColumnLabels: Readonly<Record<string, string>> = Object.fromEntries(
  profileKeys.map((name) => [columns[name].column, profileLabels[name]]),
);

type FieldOf<T extends Table> = {
  [F in ProfileField]: (typeof columns)[F]['table'] extends T ? F : never;
}[ProfileField];
/**
 * The profile's columns of a table, each with a text, or with null for an empty field if the column has no empty text.
 */
type Values<T extends Table> = {
  [F in FieldOf<T> as (typeof columns)[F]['column']]: string | Extract<(typeof columns)[F]['erased'], null>;
};
type ErasedValues<T extends Table> = {
  [F in FieldOf<T> as (typeof columns)[F]['column']]: (typeof columns)[F]['erased'];
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
  profileKeys.map((name) => sql`${fieldOf(name)} <> ${sql.lit(columns[name].erased ?? '')}`),
  sql` OR `,
)})`;

/** The values that a profile writes into a table. */
export function profileValues<T extends Table>(table: T, profile: ProfileInput): Values<T> {
  return valuesOf(table, (name) => profile[name] || emptyOf(name)) as Values<T>;
}

/**
 * The values of a profile in a table after the person is anonymised. Only a name remains, for appointments and ratings.
 */
export function erasedValues<T extends Table>(table: T): ErasedValues<T> {
  return valuesOf(table, (name) => columns[name].erased) as ErasedValues<T>;
}

/** The value of an empty field: '' or, for dates and for the address, which must be unique, null. */
const emptyOf = (name: ProfileField) => (columns[name].erased === null ? null : '');

function valuesOf(table: Table, value: (name: ProfileField) => string | null) {
  const fields = profileKeys.filter((name) => columns[name].table === table);
  return Object.fromEntries(fields.map((name) => [columns[name].column, value(name)]));
}

import * as z from 'zod/mini';
import { dateField, field, phoneField } from './call.ts';
import { hasInvisible, invisibleTextSentence } from './invisible.ts';
import { maxLengths } from './lengths.ts';

/**
 * A text field; `missing` holds the errors when it is empty, for the participants themselves and for an admin who fills
 * it in. An optional field may be empty, and clients that do not know it leave it out.
 */
type TextField = {
  kind: 'text';
  label: string;
  max: number;
  autoComplete: 'given-name' | 'family-name' | 'off';
} & ({ optional: false; missing: { own: string; others: string } } | { optional: true });

/** A date; `fact` is its shorter label in lists of facts, `pair` the date whose validation depends on it, if any. */
interface DateField {
  kind: 'date';
  label: string;
  fact: string;
  pair: string | null;
  optional: boolean;
}

/** The fields of the name, in all forms and pages. */
export const nameFields = {
  firstName: {
    kind: 'text',
    label: 'Vorname',
    max: maxLengths.name,
    autoComplete: 'given-name',
    optional: false,
    missing: { own: 'Bitte gib deinen Vornamen ein', others: 'Bitte gib einen Vornamen ein' },
  },
  lastName: {
    kind: 'text',
    label: 'Nachname',
    max: maxLengths.name,
    autoComplete: 'family-name',
    optional: false,
    missing: { own: 'Bitte gib deinen Nachnamen ein', others: 'Bitte gib einen Nachnamen ein' },
  },
} as const satisfies Record<string, TextField>;

/** The fields after name, contact and location, in the order of the forms and pages. New fields belong here. */
export const detailFields = {
  qualification: {
    kind: 'text',
    label: 'Qualifizierung',
    max: maxLengths.qualification,
    autoComplete: 'off',
    optional: false,
    missing: { own: 'Bitte gib deine Qualifizierung ein', others: 'Bitte gib eine Qualifizierung ein' },
  },
  startOfQualification: {
    kind: 'date',
    label: 'Beginn der Qualifizierung',
    fact: 'Beginn',
    pair: 'endOfQualification',
    optional: false,
  },
  endOfQualification: {
    kind: 'date',
    label: 'Ende der Qualifizierung',
    fact: 'Ende',
    pair: 'startOfQualification',
    optional: false,
  },
} as const satisfies Record<string, TextField | DateField>;

/** The contact fields; each has a rule and an input of its own. */
export const contactFields = { email: { label: 'E-Mail' }, phoneNumber: { label: 'Telefonnummer' } } as const;

export type NameField = keyof typeof nameFields;
export type DetailField = keyof typeof detailFields;
export type ProfileField = NameField | keyof typeof contactFields | DetailField;
/** A participant's own data. Dates are `yyyy-mm-dd`; an empty field is ''. */
export type Profile = Record<ProfileField, string>;

export const nameKeys = keysOf(nameFields);
export const contactKeys = keysOf(contactFields);
export const detailKeys = keysOf(detailFields);
/** All fields in the order of the forms. */
export const profileKeys: readonly ProfileField[] = [...nameKeys, ...contactKeys, ...detailKeys];

/** The fields for which the tables above state a kind. */
const fieldsWithKind = { ...nameFields, ...detailFields };
type FieldsWithKind = typeof fieldsWithKind;
type OptionalField = {
  [F in keyof FieldsWithKind]: FieldsWithKind[F] extends { optional: true } ? F : never;
}[keyof FieldsWithKind];

/** Whether a field of a form is an optional one of the profile. */
export function isOptional(name: string): boolean {
  const fields: Partial<Record<string, TextField | DateField>> = fieldsWithKind;
  return fields[name]?.optional ?? false;
}

/** The profile in an answer; an optional field that an older server does not know is ''. */
export const profile = eachField(() => z.string(), withDefault);

/** The profile as sent by the registration; an optional field that is absent is ''. */
export const profileInput = eachField(sentField, withDefault);

/** The profile as changed by an admin; an optional field that is absent stays as it is. */
export const profileChange = eachField(sentField, (schema) => z.optional(schema));

export type ProfileInput = z.output<z.ZodMiniObject<typeof profileInput>>;
export type ProfileChange = z.output<z.ZodMiniObject<typeof profileChange>>;
/** The fields that a client has sent. */
type SentFields = Partial<Record<ProfileField, string | undefined>>;

export const emptyProfile: Profile = perField(() => '');

/** A profile after a change; optional fields that the change lacks keep their values. */
export function changedProfile(before: Profile, change: ProfileChange): Profile {
  const sent: SentFields = change;
  return perField((name) => sent[name] ?? before[name]);
}

/** The fields of the profile from a record that has more fields. */
export function profileOf(record: Profile): Profile {
  return perField((name) => record[name]);
}

/**
 * The error of a name or a title, or null: `missing` if it is empty (null if it may be), or that it has invisible
 * characters.
 */
export function textProblem(text: string, missing: string | null): string | null {
  if (!text) return missing;
  return hasInvisible(text) ? invisibleTextSentence : null;
}

/**
 * The errors, by field, of the listed text fields that are required but empty, or have invisible characters; worded for
 * the participants themselves (`own`) or for a person who fills them in (`others`).
 */
export function profileTextErrors(names: readonly ProfileField[], form: ProfileChange, whose: 'own' | 'others') {
  const fields: Partial<Record<ProfileField, TextField | DateField>> = fieldsWithKind;
  const sent: SentFields = form;
  return Object.fromEntries(
    names.flatMap((name) => {
      const definition = fields[name];
      if (definition?.kind !== 'text') return [];
      const missing = definition.optional ? null : definition.missing[whose];
      return [[name, textProblem(sent[name] ?? '', missing)] as const];
    }),
  );
}

/** The label of each field. */
export const profileLabels: Record<ProfileField, string> = {
  ...labelsOf(nameFields),
  ...labelsOf(contactFields),
  ...labelsOf(detailFields),
};

/** The labels of the given fields. */
export function labelsOf<K extends string>(fields: Record<K, { label: string }>): Record<K, string> {
  return Object.fromEntries(keysOf(fields).map((name) => [name, fields[name].label])) as Record<K, string>;
}

function keysOf<K extends string>(fields: Record<K, unknown>): readonly K[] {
  return Object.keys(fields) as K[];
}

function perField<T>(valueOf: (name: ProfileField) => T): Record<ProfileField, T> {
  return Object.fromEntries(profileKeys.map((name) => [name, valueOf(name)])) as Record<ProfileField, T>;
}

/** What a client sends in a field; null counts as empty. */
function sentField(name: ProfileField): z.ZodMiniType<string, string | null> {
  if (name === 'email') return field(maxLengths.email);
  if (name === 'phoneNumber') return phoneField;
  const definition: TextField | DateField = fieldsWithKind[name];
  return definition.kind === 'date' ? dateField : field(definition.max);
}

/** The schema of a text that is '' if it is absent. */
function withDefault(schema: z.ZodMiniType<string, string | null>) {
  return z._default(schema, '');
}

/** A schema for each field; those of optional fields accept an absent field. */
function eachField<S extends z.ZodMiniType<string>, O extends z.ZodMiniType>(
  schemaOf: (name: ProfileField) => S,
  mayBeAbsent: (schema: S) => O,
) {
  const schemas = perField((name) => (isOptional(name) ? mayBeAbsent(schemaOf(name)) : schemaOf(name)));
  return schemas as { [F in ProfileField]: F extends OptionalField ? O : S };
}

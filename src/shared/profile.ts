import * as z from 'zod/mini';
import { dateField, field, phoneField } from './call.ts';
import { hasInvisibleCharacters, invisibleTextMessage } from './invisible.ts';
import { maxLengths } from './lengths.ts';

/**
 * A text field. `missing` has the error for an empty text: `own` for participants who fill in their own form, `others`
 * for an admin who does it for them. An optional field may be empty, and older clients do not send it.
 */
type TextField = {
  kind: 'text';
  label: string;
  max: number;
  autoComplete: 'given-name' | 'family-name' | 'off';
} & ({ optional: false; missing: { own: string; others: string } } | { optional: true });

/**
 * A date. `shortLabel` is its label in lists of facts. `pairedField` is the field that is validated together with it,
 * or null.
 */
interface DateField {
  kind: 'date';
  label: string;
  shortLabel: string;
  pairedField: string | null;
  optional: boolean;
}

/** The fields of the name. All forms and pages read them from here. */
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

/** The fields that follow name, contact and location, in the order of forms and pages. Add new fields here. */
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
    shortLabel: 'Beginn',
    pairedField: 'endOfQualification',
    optional: false,
  },
  endOfQualification: {
    kind: 'date',
    label: 'Ende der Qualifizierung',
    shortLabel: 'Ende',
    pairedField: 'startOfQualification',
    optional: false,
  },
} as const satisfies Record<string, TextField | DateField>;

/** The contact fields. Each of them has its own rule and its own input. */
export const contactFields = { email: { label: 'E-Mail' }, phoneNumber: { label: 'Telefonnummer' } } as const;

export type NameField = keyof typeof nameFields;
export type DetailField = keyof typeof detailFields;
export type ProfileField = NameField | keyof typeof contactFields | DetailField;
/** The profile of a participant. Dates are `yyyy-mm-dd`. An empty field is ''. */
export type Profile = Record<ProfileField, string>;

export const nameKeys = keysOf(nameFields);
export const contactKeys = keysOf(contactFields);
export const detailKeys = keysOf(detailFields);
/** All fields in the order of the forms. */
export const profileKeys: readonly ProfileField[] = [...nameKeys, ...contactKeys, ...detailKeys];

/** The fields that have a `kind`, which are all but the contact fields. */
const fieldsWithKind = { ...nameFields, ...detailFields };
type FieldsWithKind = typeof fieldsWithKind;
type OptionalField = {
  [F in keyof FieldsWithKind]: FieldsWithKind[F] extends { optional: true } ? F : never;
}[keyof FieldsWithKind];

/** Whether `name` is an optional field of the profile. */
export function isOptional(name: string): boolean {
  const fields: Partial<Record<string, TextField | DateField>> = fieldsWithKind;
  return fields[name]?.optional ?? false;
}

/** The schemas of the profile in a response. An optional field that an older server does not send is ''. */
export const profile = createSchemas(() => z.string(), withDefault);

/** The schemas of the profile in a registration. An optional field that is absent is ''. */
export const profileInput = createSchemas(schemaOfSentField, withDefault);

/** The schemas of the profile that an admin saves. An optional field that is absent stays unchanged. */
export const profileChange = createSchemas(schemaOfSentField, (schema) => z.optional(schema));

export type ProfileInput = z.output<z.ZodMiniObject<typeof profileInput>>;
export type ProfileChange = z.output<z.ZodMiniObject<typeof profileChange>>;
/** The fields that a client has sent; a field that is absent is undefined. */
type SentFields = Partial<Record<ProfileField, string | undefined>>;

export const emptyProfile: Profile = mapFields(() => '');

/** Returns the profile after a change. Optional fields that the change lacks keep their values. */
export function applyProfileChange(before: Profile, change: ProfileChange): Profile {
  const sent: SentFields = change;
  return mapFields((name) => sent[name] ?? before[name]);
}

/** Returns only the fields of the profile from a record that also has other fields. */
export function profileOf(record: Profile): Profile {
  return mapFields((name) => record[name]);
}

/**
 * Returns the error of a text field, or null. If the text is empty, the error is `errorIfEmpty`, which is null for a
 * field that may be empty. Otherwise the text must not have invisible characters.
 */
export function textProblem(text: string, errorIfEmpty: string | null): string | null {
  if (!text) return errorIfEmpty;
  return hasInvisibleCharacters(text) ? invisibleTextMessage : null;
}

/**
 * Returns the error, or null, of each listed text field. A required field must not be empty, and no field may have
 * invisible characters. `wording` is for participants who fill in their own form (`own`) or for an admin (`others`).
 */
export function profileTextErrors(names: readonly ProfileField[], form: ProfileChange, wording: 'own' | 'others') {
  const fields: Partial<Record<ProfileField, TextField | DateField>> = fieldsWithKind;
  const sent: SentFields = form;
  return Object.fromEntries(
    names.flatMap((name) => {
      const fieldDefinition = fields[name];
      if (fieldDefinition?.kind !== 'text') return [];
      const errorIfEmpty = fieldDefinition.optional ? null : fieldDefinition.missing[wording];
      return [[name, textProblem(sent[name] ?? '', errorIfEmpty)] as const];
    }),
  );
}

/** The labels of all fields. */
export const profileLabels: Record<ProfileField, string> = {
  ...labelsOf(nameFields),
  ...labelsOf(contactFields),
  ...labelsOf(detailFields),
};

/** Returns the label of each of the given fields. */
export function labelsOf<K extends string>(fields: Record<K, { label: string }>): Record<K, string> {
  return Object.fromEntries(keysOf(fields).map((name) => [name, fields[name].label])) as Record<K, string>;
}

function keysOf<K extends string>(fields: Record<K, unknown>): readonly K[] {
  return Object.keys(fields) as K[];
}

function mapFields<T>(valueOf: (name: ProfileField) => T): Record<ProfileField, T> {
  return Object.fromEntries(profileKeys.map((name) => [name, valueOf(name)])) as Record<ProfileField, T>;
}

/** Returns the schema of a field that a client sends. Null counts as empty. */
function schemaOfSentField(name: ProfileField): z.ZodMiniType<string, string | null> {
  if (name === 'email') return field(maxLengths.email);
  if (name === 'phoneNumber') return phoneField;
  const fieldDefinition: TextField | DateField = fieldsWithKind[name];
  return fieldDefinition.kind === 'date' ? dateField : field(fieldDefinition.max);
}

/** Returns a schema that reads an absent text as ''. */
function withDefault(schema: z.ZodMiniType<string, string | null>) {
  return z._default(schema, '');
}

/** Creates a schema for each field. `acceptAbsence` changes the schema of an optional field to accept its absence. */
function createSchemas<S extends z.ZodMiniType<string>, O extends z.ZodMiniType>(
  schemaOf: (name: ProfileField) => S,
  acceptAbsence: (schema: S) => O,
) {
  const schemas = mapFields((name) => (isOptional(name) ? acceptAbsence(schemaOf(name)) : schemaOf(name)));
  return schemas as { [F in ProfileField]: F extends OptionalField ? O : S };
}

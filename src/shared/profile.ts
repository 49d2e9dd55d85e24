import * as z from 'zod/mini';
import { dateField, field, phone } from './call.ts';
import { hasInvisible, invisibleText } from './invisible.ts';
import { longest } from './lengths.ts';

/** A text field; `missing` is the error when it is empty, for its owner or for an admin who fills it in. */
interface TextField {
  kind: 'text';
  label: string;
  max: number;
  autoComplete: 'given-name' | 'family-name' | 'off';
  missing: { own: string; others: string };
}

/** A date; `fact` is its shorter label among other facts, `pair` the date whose validation depends on it. */
interface DateField {
  kind: 'date';
  label: string;
  fact: string;
  pair: string;
}

/** The fields of the name, in all forms and pages. */
export const nameFields = {
  firstName: {
    kind: 'text',
    label: 'Vorname',
    max: longest.name,
    autoComplete: 'given-name',
    missing: { own: 'Bitte gib deinen Vornamen ein', others: 'Bitte gib einen Vornamen ein' },
  },
  lastName: {
    kind: 'text',
    label: 'Nachname',
    max: longest.name,
    autoComplete: 'family-name',
    missing: { own: 'Bitte gib deinen Nachnamen ein', others: 'Bitte gib einen Nachnamen ein' },
  },
} as const satisfies Record<string, TextField>;

/** The fields that follow name, contact and location, in the order of the forms and pages. A new one belongs here. */
export const detailFields = {
  qualification: {
    kind: 'text',
    label: 'Qualifizierung',
    max: longest.qualification,
    autoComplete: 'off',
    missing: { own: 'Bitte gib deine Qualifizierung ein', others: 'Bitte gib eine Qualifizierung ein' },
  },
  startOfQualification: {
    kind: 'date',
    label: 'Beginn der Qualifizierung',
    fact: 'Beginn',
    pair: 'endOfQualification',
  },
  endOfQualification: { kind: 'date', label: 'Ende der Qualifizierung', fact: 'Ende', pair: 'startOfQualification' },
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

/** The profile in an answer. */
export const profile = perField(() => z.string());

/** The profile as sent by forms. */
export const profileInput = perField((name) => {
  if (name === 'email') return field(longest.email);
  if (name === 'phoneNumber') return phone;
  const about = { ...nameFields, ...detailFields }[name];
  return about.kind === 'date' ? dateField : field(about.max);
});

export type ProfileInput = z.output<z.ZodMiniObject<typeof profileInput>>;

export const emptyProfile: Profile = perField(() => '');

/** Only the fields of the profile, from a record that has more. */
export function profileOf(record: Profile): Profile {
  return perField((name) => record[name]);
}

/** The error of a name or a title, or null: `missing` if it is empty, or that it has invisible characters. */
export function textProblem(text: string, missing: string): string | null {
  if (!text) return missing;
  return hasInvisible(text) ? invisibleText : null;
}

/**
 * The errors of texts that are empty or have invisible characters, by field, worded for the owner or for somebody who
 * fills them in.
 */
export function wrongTexts(names: readonly ProfileField[], form: ProfileInput, whose: 'own' | 'others') {
  const texts: Partial<Record<ProfileField, TextField | DateField>> = { ...nameFields, ...detailFields };
  return Object.fromEntries(
    names.flatMap((name) => {
      const about = texts[name];
      return about?.kind === 'text' ? [[name, textProblem(form[name], about.missing[whose])] as const] : [];
    }),
  );
}

/** The labels of some fields. */
export function labelsOf<K extends string>(fields: Record<K, { label: string }>): Record<K, string> {
  return Object.fromEntries(keysOf(fields).map((name) => [name, fields[name].label])) as Record<K, string>;
}

function keysOf<K extends string>(fields: Record<K, unknown>): readonly K[] {
  return Object.keys(fields) as K[];
}

function perField<T>(of: (name: ProfileField) => T): Record<ProfileField, T> {
  return Object.fromEntries(profileKeys.map((name) => [name, of(name)])) as Record<ProfileField, T>;
}

/** Which value to keep: the one in this form, or the one that somebody else has saved meanwhile. */
export type Side = 'own' | 'stored';

/** A field of a form to compare; `words` is its value as people read it, '' where it is empty. */
export interface ComparedField<Form> {
  name: keyof Form & string;
  label: string;
  words: (form: Form) => string;
}

/** A field that both have changed to different values; `side` is null until the user chooses. */
export interface Difference {
  name: string;
  label: string;
  own: string;
  stored: string;
  side: Side | null;
}

/** A form as it was opened, as it was typed, and as somebody else has stored it meanwhile. */
export interface Forms<Form> {
  opened: Form;
  own: Form;
  stored: Form;
}

/** The fields that both have changed to different values: somebody has to choose. */
export function differences<Form>(
  fields: readonly ComparedField<Form>[],
  { opened, own, stored }: Forms<Form>,
): readonly Difference[] {
  return fields
    .map(({ name, label, words }) => ({ name, label, was: words(opened), own: words(own), stored: words(stored) }))
    .filter((field) => new Set([field.was, field.own, field.stored]).size === 3)
    .map(({ name, label, own: typed, stored: found }) => ({ name, label, own: typed, stored: found, side: null }));
}

/** The fields that only somebody else has changed: their value is adopted. */
export function theirs<Form>(fields: readonly ComparedField<Form>[], { opened, own, stored }: Forms<Form>) {
  return fields.filter(({ words }) => words(own) === words(opened) && words(stored) !== words(opened));
}

/** Whose value is to be kept: what was typed into the form, or what somebody else has stored meanwhile. */
export type Side = 'own' | 'stored';

/** A field of a form as people read it; `words` is '' where it is empty. */
export interface Read<Form> {
  name: keyof Form & string;
  label: string;
  words: (form: Form) => string;
}

/** A field in which form and store differ; `side` is null until somebody chooses. */
export interface Difference {
  name: string;
  label: string;
  own: string;
  stored: string;
  side: Side | null;
}

/**
 * Where what was typed differs from what is stored now. A field that only one of both has changed since the form was opened
 * (`opened`) has that side already; where both have, somebody has to choose.
 */
export function differences<Form>(
  fields: readonly Read<Form>[],
  { opened, own, stored }: { opened: Form; own: Form; stored: Form },
): Difference[] {
  return fields
    .map(({ name, label, words }) => ({ name, label, was: words(opened), own: words(own), stored: words(stored) }))
    .filter((field) => field.own !== field.stored)
    .map(({ was, ...field }) => ({
      ...field,
      side: field.own === was ? 'stored' : field.stored === was ? 'own' : null,
    }));
}

/** Which value of a field to keep: the one in this form, or the one that another user has saved meanwhile. */
export type Side = 'own' | 'stored';

/** A field of a form to compare. `format` returns its value as readable text, or '' if it is empty. */
export interface ComparedField<Form> {
  name: keyof Form & string;
  label: string;
  format: (form: Form) => string;
}

/** A field that both users have changed to different values; `side` is null until this user chooses. */
export interface Difference {
  name: string;
  label: string;
  own: string;
  stored: string;
  side: Side | null;
}

/** A form as it was opened, as this user has changed it, and as another user has saved it meanwhile. */
export interface Forms<Form> {
  opened: Form;
  own: Form;
  stored: Form;
}

/** Returns the fields that both users have changed to different values. This user has to choose one of the values. */
export function findConflicts<Form>(
  fields: readonly ComparedField<Form>[],
  { opened, own, stored }: Forms<Form>,
): readonly Difference[] {
  return fields
    .map(({ name, label, format }) => ({
      name,
      label,
      opened: format(opened),
      own: format(own),
      stored: format(stored),
    }))
    .filter((field) => new Set([field.opened, field.own, field.stored]).size === 3)
    .map((field) => ({ name: field.name, label: field.label, own: field.own, stored: field.stored, side: null }));
}

/** Returns the fields that only the other user has changed. Their stored values are adopted. */
export function findAdoptedFields<Form>(fields: readonly ComparedField<Form>[], { opened, own, stored }: Forms<Form>) {
  return fields.filter(({ format }) => format(own) === format(opened) && format(stored) !== format(opened));
}

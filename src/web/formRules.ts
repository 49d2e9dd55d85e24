import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type { FieldError } from '../shared/call.ts';

/**
 * Holds a form to a rule that the server holds, too (docs/decisions/0007): each mistake stands at the field of its path.
 * `judge` answers the mistakes of what is in the form.
 */
export function heldTo<Form extends FieldValues>(judge: (form: Form) => readonly FieldError[]): Resolver<Form> {
  return (values) => {
    const mistakes = judge(values);
    if (mistakes.length === 0) return { values, errors: {} };
    const errors = Object.fromEntries(mistakes.map(({ path, message }) => [path, { type: 'rule', message }]));
    return { values: {}, errors: errors as FieldErrors<Form> };
  };
}

import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type { FieldError } from '../../shared/call.ts';
import { pressOver } from '../press.ts';

/**
 * Validates a form by the rules that the server applies, too (docs/decisions/0007): each error is shown at the field of
 * its path. `validate` returns the errors of the form's values, which are shown once nothing is being pressed.
 */
export function rulesResolver<Form extends FieldValues>(
  validate: (form: Form) => readonly FieldError[],
): Resolver<Form> {
  return async (values) => {
    await pressOver();
    const fieldErrors = validate(values);
    if (fieldErrors.length === 0) return { values, errors: {} };
    const errors = Object.fromEntries(fieldErrors.map(({ path, message }) => [path, { type: 'rule', message }]));
    return { values: {}, errors: errors as FieldErrors<Form> };
  };
}

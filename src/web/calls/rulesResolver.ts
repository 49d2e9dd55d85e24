import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type { FieldError } from '../../shared/call.ts';
import { waitForPressEnd } from '../mousePress.ts';

/**
 * Returns a resolver that validates a form by the same rules as the server (docs/decisions/0007) and shows each error
 * at the field of its path. `validate` returns the errors of the form's values. They appear once no mouse button is
 * pressed.
 */
export function rulesResolver<Form extends FieldValues>(
  validate: (form: Form) => readonly FieldError[],
): Resolver<Form> {
  return async (values) => {
    await waitForPressEnd();
    const fieldErrors = validate(values);
    if (fieldErrors.length === 0) return { values, errors: {} };
    const errors = Object.fromEntries(fieldErrors.map(({ path, message }) => [path, { type: 'rule', message }]));
    return { values: {}, errors: errors as FieldErrors<Form> };
  };
}

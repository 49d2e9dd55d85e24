import type { FieldErrors, FieldPath, FieldValues, UseFormClearErrors, UseFormSetError } from 'react-hook-form';

/**
 * Shows the server's errors at their fields, and focuses the first of these fields, unless the user did not ask for the
 * call (`keepFocus`).
 */
export function showServerErrors<Form extends FieldValues>(
  setError: UseFormSetError<Form>,
  errors: readonly { path: string; message: string }[],
  { keepFocus = false } = {},
): void {
  errors.forEach(({ path, message }, index) =>
    setError(path as FieldPath<Form>, { type: 'server', message }, { shouldFocus: index === 0 && !keepFocus }),
  );
}

/** Removes the server's errors, which no longer apply once the form changes. */
export function clearServerErrors<Form extends FieldValues>(
  errors: FieldErrors<Form>,
  clearErrors: UseFormClearErrors<Form>,
): void {
  for (const [name, error] of Object.entries(errors))
    if (error?.type === 'server') clearErrors(name as FieldPath<Form>);
}

/**
 * Returns an object for a form's `setFocus`. Its `focus` focuses the first section of a date or time field. If the
 * field already has the focus, focusing its hidden input instead would take the focus away from the field.
 */
export function focusTargetOf(input: HTMLInputElement) {
  const field = input.closest('.MuiPickersTextField-root');
  return { focus: () => field?.querySelector<HTMLElement>('[role=spinbutton]')?.focus() };
}

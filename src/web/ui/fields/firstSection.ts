/**
 * Returns an object that focuses the first section of a date or time field, for a form's `setFocus`. The field's hidden
 * input itself would lose the focus again if the field already has it.
 */
export function firstSection(input: HTMLInputElement) {
  const field = input.closest('.MuiPickersTextField-root');
  return { focus: () => field?.querySelector<HTMLElement>('[role=spinbutton]')?.focus() };
}

/**
 * What a form's `setFocus` focuses in a date or time field: its first section. The field's hidden input would lose the
 * focus again if the field has it already.
 */
export function firstSection(input: HTMLInputElement) {
  const field = input.closest('.MuiPickersTextField-root');
  return { focus: () => field?.querySelector<HTMLElement>('[role=spinbutton]')?.focus() };
}

import type { MouseEvent } from 'react';

/**
 * Returns an object for a form's `setFocus`. Its `focus` focuses the first section of a date or time field. If the
 * field already has the focus, focusing its hidden input instead would take the focus away from the field.
 */
export function focusTargetOf(input: HTMLInputElement) {
  return { focus: () => focusFirstSection(input.closest('.MuiPickersTextField-root')) };
}

/**
 * Focuses the first section of a date or time field that is still empty, wherever it was clicked: the finger rarely hits
 * the day or the hour, and people type the whole date or time.
 */
export function beginAtFirstSection({ currentTarget, target }: MouseEvent<HTMLElement>): void {
  const isEmpty = currentTarget.querySelector('input')?.value === '';
  if (isEmpty && target instanceof Element && !target.closest('button')) focusFirstSection(currentTarget);
}

function focusFirstSection(container: Element | null): void {
  container?.querySelector<HTMLElement>('[role=spinbutton]')?.focus();
}

import type { Locator, Page } from '@playwright/test';

/**
 * Returns the message of a toast, even if an open dialog hides it from screen readers. The page contains each error a
 * second time, for screen readers only; that copy is left out.
 */
export function toastOf(page: Page, text: string): Locator {
  return page.getByRole('group', { name: 'Meldung', includeHidden: true }).getByText(text);
}

/** The box in place of a list that could not be loaded, with its button to try again. */
export function failureOf(page: Page, text: string): Locator {
  const retry = page.getByRole('button', { name: 'Noch einmal versuchen' });
  return page.getByRole('alert').filter({ hasText: text }).filter({ has: retry });
}

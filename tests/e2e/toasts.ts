import type { Locator, Page } from '@playwright/test';

/**
 * The message of a toast, even behind an open dialog, which hides it from screen readers. An error is in the page a
 * second time, for screen readers alone.
 */
export function toastOf(page: Page, text: string): Locator {
  return page.getByRole('group', { name: 'Meldung', includeHidden: true }).getByText(text);
}

/** The box in place of a list that could not be loaded, with its button to try again. */
export function failureOf(page: Page, text: string): Locator {
  const retry = page.getByRole('button', { name: 'Noch einmal versuchen' });
  return page.getByRole('alert').filter({ hasText: text }).filter({ has: retry });
}

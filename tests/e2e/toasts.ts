import type { Locator, Page } from '@playwright/test';

/**
 * The message of a toast, also behind an open dialog, which hides it from screen readers. Errors stand in the page a
 * second time, for screen readers alone.
 */
export function toastOf(page: Page, text: string): Locator {
  return page.getByRole('group', { name: 'Meldung', includeHidden: true }).getByText(text);
}

/** The box in the place of a list that did not come, with its way to try again. */
export function failureOf(page: Page, text: string): Locator {
  const retry = page.getByRole('button', { name: 'Noch einmal versuchen' });
  return page.getByRole('alert').filter({ hasText: text }).filter({ has: retry });
}

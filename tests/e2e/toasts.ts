import type { Locator, Page } from '@playwright/test';

/**
 * Returns the message of a toast, even if an open dialog hides the toast from screen readers. The page repeats each
 * error in another element, for screen readers only, which is not returned.
 */
export function toastOf(page: Page, text: string): Locator {
  return page.getByRole('group', { name: 'Meldung', includeHidden: true }).getByText(text);
}

/** The message in place of content that could not be loaded, with a button to try again. */
export function loadErrorNotice(page: Page, text = ''): Locator {
  const retryButton = page.getByRole('button', { name: 'Noch einmal versuchen' });
  return page.getByRole('alert').filter({ hasText: text }).filter({ has: retryButton });
}

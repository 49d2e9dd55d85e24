import { expect, type Page } from '@playwright/test';

/**
 * Watches what the content security policy of a page forbids, Trusted Types among it, and whether a script of somebody
 * else's opens a dialog; to be called before the first page is opened. The answer expects that there was nothing.
 */
export async function watchPolicy(page: Page): Promise<() => Promise<void>> {
  const seen: string[] = [];
  await page.exposeFunction('forbidden', (what: string) => seen.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { violatedDirective, blockedURI, sample, sourceFile } = event;
      (window as unknown as { forbidden: (what: string) => void }).forbidden(
        `${location.pathname}: ${violatedDirective} ${blockedURI} ${sample} ${sourceFile}`,
      );
    });
  });
  page.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return async () => expect(seen).toEqual([]);
}

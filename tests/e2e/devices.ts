import type { Page, ViewportSize } from '@playwright/test';
import { test } from './test.ts';

/** The size of a small phone’s screen. */
export const phone = { width: 360, height: 740 };
/** The size of a laptop’s screen, or of a window on a larger one. */
export const desktop = { width: 1440, height: 900 };

/**
 * Runs the same steps at each size of the screen, in the order of the list. `page` has the size when they begin.
 * Steps that differ between the sizes compare the size that they get with the one from the list.
 */
export async function atEachSize(
  page: Page,
  sizes: readonly ViewportSize[],
  act: (size: ViewportSize) => Promise<void>,
): Promise<void> {
  for (const size of sizes)
    await test.step(`${size.width} × ${size.height} px`, async () => {
      await page.setViewportSize(size);
      await act(size);
    });
}

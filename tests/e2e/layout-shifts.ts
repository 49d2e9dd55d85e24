import type { Page } from '@playwright/test';

type Shifts = { value: number; movedElements: string }[];

/** Makes the page collect all layout shifts since it was opened, except shifts caused by the user's input. */
export async function collectLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shifts = [];
    Object.assign(globalThis, { shifts });
    type Entry = PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    };
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[]) {
        if (hadRecentInput) continue;
        const descriptions = sources.map(({ node, previousRect, currentRect }) => {
          const text = node?.textContent?.slice(0, 40) ?? '';
          return `${node?.nodeName} '${text}' ${previousRect.x},${previousRect.y} → ${currentRect.x},${currentRect.y}`;
        });
        shifts.push({ value, movedElements: descriptions.join('; ') });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/**
 * Returns the sum of the collected shifts, and the elements that moved in the largest one. The sum is never smaller
 * than the CLS (Web Vitals) of the page.
 */
export async function sumLayoutShifts(page: Page): Promise<{ shift: number; movedElements: string }> {
  const shifts = await page.evaluate(async () => {
    // The observer reports a shift some frames late, so the page waits for ten frames.
    for (let frame = 0; frame < 10; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    return (globalThis as unknown as { shifts: Shifts }).shifts;
  });
  const [largestShift] = shifts.toSorted((a, b) => b.value - a.value);
  return { shift: shifts.reduce((sum, { value }) => sum + value, 0), movedElements: largestShift?.movedElements ?? '' };
}

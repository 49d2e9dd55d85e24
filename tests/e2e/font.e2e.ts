import { expect } from '@playwright/test';
import { actAsNewParticipant } from './people.ts';
import { test } from './test.ts';

test('times stand below each other, and the zero has no slash', async ({ page }) => {
  await page.goto('/');
  const { widths, inkInZero } = await page.evaluate(async () => {
    const font = "700 200px 'Atkinson Portal'";
    await document.fonts.load(font, '0');
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 300;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.font = font;
    const digitWidths = '0123456789'.split('').map((digit) => context.measureText(digit).width);
    context.textAlign = 'center';
    context.textBaseline = 'alphabetic';
    context.fillText('0', 150, 250);
    const { actualBoundingBoxAscent: height } = context.measureText('0');
    const center = context.getImageData(150, Math.round(250 - height / 2), 1, 1).data[3];
    const left = context.getImageData(
      150 - Math.round((digitWidths[0] ?? 0) * 0.33),
      Math.round(250 - height / 2),
      1,
      1,
    );
    return { widths: new Set(digitWidths).size, inkInZero: { center, left: left.data[3] } };
  });
  expect(widths).toBe(1);
  expect(inkInZero).toEqual({ center: 0, left: 255 });
});

test('all text has the same font', async ({ page }) => {
  await actAsNewParticipant(page, { hasCv: true });
  await page.goto('/booking');
  await expect(page.getByRole('button', { name: /Uhr/ }).first()).toBeVisible();
  const families = await page.evaluate(() => [
    ...new Set(
      [...document.querySelectorAll('body *')]
        .filter(({ textContent }) => textContent)
        .map((element) => getComputedStyle(element).fontFamily.split(',')[0]),
    ),
  ]);
  expect(families).toEqual(['"Atkinson Portal"']);
});

import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab until an element has the focus, like a person without a mouse. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let pressCount = 0; pressCount < 300; pressCount++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The keyboard does not reach the element.');
}

/** Presses Tab until an element has the focus, and then Enter. */
export async function tabToAndPressEnter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/**
 * Opens a select field by keyboard. A click may open and close it: when the mouse is released late, as on a busy
 * machine, the release chooses the option below the pointer.
 */
export async function openSelect(select: Locator): Promise<void> {
  await select.press('Enter');
}

/** Types a name into a field with suggestions, and chooses the first suggestion with Enter. */
export async function chooseByKeyboard(field: Locator, name: string): Promise<void> {
  await field.fill(name);
  // Enter chooses nothing until the first suggestion is highlighted.
  await expect(field).toHaveAttribute('aria-activedescendant', /./);
  await field.press('Enter');
}

/** Types the digits of a date, `ddmmyyyy`, into the date field with this name. */
export async function typeDate(page: Page, field: RegExp, digits: string): Promise<void> {
  await page.getByRole('group', { name: field }).getByRole('spinbutton').first().click();
  await page.keyboard.type(digits);
}

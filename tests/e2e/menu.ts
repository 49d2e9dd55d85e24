import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Returns the main menu with all of its sections open. On a wide screen coaches and admins have the menu at the side;
 * in all other cases, the function opens the drawer.
 */
export async function openMenu(page: Page): Promise<Locator> {
  const menu = page.getByRole('navigation', { name: 'Hauptmenü' });
  const button = page.getByRole('button', { name: 'Menü öffnen' });
  // The button may disappear once the session is known.
  await expect(page.getByRole('button', { name: /^Profilmenü/ })).toBeVisible();
  await expect(menu.or(button).filter({ visible: true }).first()).toBeVisible();
  if (await button.isVisible()) {
    await button.click();
    await expect(menu).toBeVisible();
  }
  const folded = menu.getByRole('button', { expanded: false });
  while ((await folded.count()) > 0) await folded.first().click();
  return menu;
}

/** Goes to a page by its title in the menu; `section` distinguishes two pages with the same title. */
export async function goToPage(page: Page, title: string, section?: string): Promise<void> {
  const menu = await openMenu(page);
  const list = section === undefined ? menu : menu.getByRole('list', { name: section });
  await list.getByRole('link', { name: title, exact: true }).first().click();
}

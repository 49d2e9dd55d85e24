import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Opens the main menu and all its sections; returns the menu. On a wide screen, coaches and admins already see the menu
 * at the side. In all other cases the menu is in a drawer, which this function opens.
 */
export async function openMenu(page: Page): Promise<Locator> {
  const menu = page.getByRole('navigation', { name: 'Hauptmenü' });
  const openButton = page.getByRole('button', { name: 'Menü öffnen' });
  // Once the session is known, the profile menu appears, and the button to open the menu may disappear.
  await expect(page.getByRole('button', { name: /^Profilmenü/ })).toBeVisible();
  await expect(menu.or(openButton).filter({ visible: true }).first()).toBeVisible();
  if (await openButton.isVisible()) {
    await openButton.click();
    await expect(menu).toBeVisible();
  }
  const collapsedSections = menu.getByRole('button', { expanded: false });
  while ((await collapsedSections.count()) > 0) await collapsedSections.first().click();
  return menu;
}

/** Goes to a page by its title in the menu; `section` distinguishes two pages with the same title. */
export async function goToPage(page: Page, title: string, section?: string): Promise<void> {
  const menu = await openMenu(page);
  const links = section === undefined ? menu : menu.getByRole('list', { name: section });
  await links.getByRole('link', { name: title, exact: true }).first().click();
}

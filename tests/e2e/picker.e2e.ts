import { expect, type Page } from '@playwright/test';
import { checkSession } from '../../src/features/accounts/contract.ts';
import { changeActiveStatus, searchParticipantAsAdmin } from '../../src/features/participants/contract.ts';
import { expectAccessible } from './axe.ts';
import { callPortal } from './calls.ts';
import { actAsDemo, actAsNewParticipant } from './people.ts';
import { test } from './test.ts';

const picker = (page: Page) => page.getByRole('combobox', { name: 'Teilnehmer:in' });

/** Functions that open a form with a participant field. The keys name the forms in the titles of the tests. */
const formOpeners = {
  'a direct booking': async (page: Page) => {
    await page.goto('/new-appointment-admin');
    await page.getByRole('radio', { name: 'Einzelcoaching' }).check();
    await page.getByRole('checkbox', { name: /Direkt/ }).check();
  },
  'a new coach': async (page: Page) => {
    await page.goto('/coachlist');
    await page.getByRole('button', { name: 'Coach hinzufügen' }).click();
  },
};

for (const [formName, openForm] of Object.entries(formOpeners)) {
  test(`in the participant field of ${formName}, typing or pasting over a chosen person starts a new search`, async ({
    page,
  }) => {
    await actAsDemo(page, 'admin');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openForm(page);
    await picker(page).fill('teilnehmer@demo.example');
    const chosenOption = page.getByRole('option', { name: /teilnehmer@demo\.example/ });
    await chosenOption.click();
    const chosenName = await picker(page).inputValue();
    expect(chosenName).not.toBe('');

    await picker(page).press('ControlOrMeta+a');
    await page.keyboard.type('Petra');
    await expect(picker(page)).toHaveValue('Petra');
    await expect(page.getByRole('option').first()).toContainText('Petra');

    await picker(page).fill('teilnehmer@demo.example');
    await chosenOption.click();
    await expect(picker(page)).toHaveValue(chosenName);
    await page.evaluate(() => navigator.clipboard.writeText('Lena'));
    await picker(page).press('ControlOrMeta+a');
    await picker(page).press('ControlOrMeta+v');
    await expect(picker(page)).toHaveValue('Lena');

    // A letter is typed after the chosen name.
    await picker(page).fill('teilnehmer@demo.example');
    await chosenOption.click();
    await picker(page).press('End');
    await page.keyboard.type('x');
    await expect(picker(page)).toHaveValue(`${chosenName}x`);
    // The typed text stays when the field loses the focus.
    await page.keyboard.press('Tab');
    await expect(picker(page)).not.toBeFocused();
    await expect(picker(page)).toHaveValue(`${chosenName}x`);
  });

  test(`the participant field of ${formName} says why a person cannot be chosen [8.1]`, async ({ page, browser }) => {
    const participantPage = await (await browser.newContext()).newPage();
    const { data: user } = await callPortal(
      participantPage.request,
      checkSession,
      {},
      await actAsNewParticipant(participantPage),
    );
    const email = user?.email ?? '';
    const adminSession = await actAsDemo(page, 'admin');
    const { data } = await callPortal(page.request, searchParticipantAsAdmin, { searchString: email }, adminSession);
    const participantId = data[0]?.participantId ?? 0;
    // Status 1 means inactive.
    await callPortal(page.request, changeActiveStatus, { participantId, participantStatus: 1 }, adminSession);
    await openForm(page);
    await picker(page).fill(email);
    const option = page.getByRole('option', { name: email });
    await expect(option).toContainText('Ist inaktiv.');
    await expect(option).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(picker(page)).toHaveValue(email);

    await picker(page).fill('coach3@demo.example');
    await expect(page.getByRole('option', { name: /Michael Groß/ })).toContainText('Ist schon Coach.');
  });
}

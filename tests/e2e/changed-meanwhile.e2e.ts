import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { checkSession } from '../../src/features/accounts/contract.ts';
import { toEditCoachInput, editCoach, listCoaches, makeNewCoach } from '../../src/features/coaches/contract.ts';
import { changeUserData, searchAllParticipants } from '../../src/features/participants/contract.ts';
import { expectAccessible } from './axe.ts';
import { callPortal } from './calls.ts';
import { actAsDemo, actAsNewParticipant, registerParticipant, signInDemo } from './people.ts';
import { test } from './test.ts';

/** Creates a participant for this test and opens the form of their personal data as an admin. */
async function openDataForm(page: Page) {
  const { email } = await registerParticipant(page);
  const adminSession = await actAsDemo(page, 'admin');
  const readRecord = async () => {
    const { data } = await callPortal(page.request, searchAllParticipants, { searchString: email }, adminSession);
    const [foundRecord] = data;
    if (!foundRecord) throw new Error('the participant is not found');
    return foundRecord;
  };
  /** Saves changes as another admin does while the form is open. */
  const saveAsOtherAdmin = async (changes: object) =>
    callPortal(page.request, changeUserData, { ...(await readRecord()), ...changes }, adminSession);
  await page.goto(`/search-participant-admin?suche=${email}`);
  await page.getByRole('button', { name: 'Aktionen Robin Reise' }).click();
  await page.getByRole('menuitem', { name: 'Daten bearbeiten' }).click();
  const dialog = page.getByRole('dialog', { name: 'Daten von Robin Reise bearbeiten' });
  await expect(dialog).toBeVisible();
  return { dialog, adminSession, readRecord, saveAsOtherAdmin };
}

test('by keyboard, an admin chooses between two admins’ values; changes to other fields stay [2.13]', async ({
  page,
}) => {
  const { dialog, readRecord, saveAsOtherAdmin } = await openDataForm(page);
  await saveAsOtherAdmin({ phoneNumber: '02219990001', qualification: 'Lager, neu', firstName: 'Rita' });
  await dialog.getByRole('textbox', { name: 'Vorname' }).fill('Rosa');
  await dialog.getByRole('textbox', { name: 'Nachname' }).fill('Riese');
  await dialog.getByRole('textbox', { name: 'Qualifizierung', exact: true }).fill('Büro');
  await page.keyboard.press('Enter');

  await expect(dialog.getByRole('alert')).toContainText('Inzwischen wurden diese Daten von jemand anderem geändert.');
  const choicesFor = (name: string) => dialog.getByRole('radiogroup', { name });
  await expect(dialog.getByRole('alert')).toContainText('was nur dort geändert wurde: Telefonnummer.');
  await expect(dialog.getByRole('radiogroup')).toHaveCount(2);
  await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Speichern' })).toBeDisabled();
  await expect(choicesFor('Vorname').getByRole('radio', { name: 'In diesem Formular' })).toBeFocused();
  await expectAccessible(page);

  await page.keyboard.press('Space');
  await expect(choicesFor('Vorname').getByRole('radio', { name: 'In diesem Formular Rosa' })).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(choicesFor('Qualifizierung').getByRole('radio').first()).toBeFocused();
  await page.keyboard.press('Space');
  await expect(choicesFor('Qualifizierung').getByRole('radio', { name: 'In diesem Formular Büro' })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Rosa Riese' })).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(await readRecord()).toMatchObject({
    firstName: 'Rosa',
    lastName: 'Riese',
    phoneNumber: '02219990001',
    qualification: 'Büro',
  });
});

test('contradictory dates from two admins are reported, and a later conflict can be resolved', async ({ page }) => {
  const { dialog, readRecord, saveAsOtherAdmin } = await openDataForm(page);
  await saveAsOtherAdmin({ startOfQualification: '2026-11-01' });
  await dialog.getByRole('textbox', { name: 'Vorname' }).fill('Rosa');
  const typeEndDate = async (digits: string) => {
    await dialog.getByRole('group', { name: 'Ende der Qualifizierung' }).getByRole('spinbutton').first().click();
    await page.keyboard.type(digits);
  };
  await typeEndDate('01102026');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(dialog.getByText('Das Startdatum muss vor dem Enddatum liegen').first()).toBeVisible();
  await saveAsOtherAdmin({ firstName: 'Rita' });
  await typeEndDate('31122026');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await dialog.getByRole('radio', { name: 'Inzwischen gespeichert Rita' }).check();
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(dialog).toBeHidden();
  expect(await readRecord()).toMatchObject({ firstName: 'Rita', startOfQualification: '2026-11-01' });
});

test('a form stays open even if its participant is no longer in the list behind it', async ({ page }) => {
  const { dialog, adminSession, saveAsOtherAdmin } = await openDataForm(page);
  const email = `${randomUUID()}@e2e.example`;
  await dialog.getByRole('textbox', { name: 'Vorname' }).fill('Rosa');
  await saveAsOtherAdmin({ email });
  // Simulate that the admin returns from another window a minute later, when lists are loaded again.
  const secondSearch = page.waitForResponse(/searchParticipantFull/, { timeout: 2_000 }).catch(() => null);
  await page.evaluate(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + 60_000;
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
  await secondSearch;
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(dialog).toBeHidden();
  const { data } = await callPortal(page.request, searchAllParticipants, { searchString: email }, adminSession);
  expect(data).toMatchObject([{ firstName: 'Rosa', email }]);
});

test('two admins who type the same value do not cause a conflict', async ({ page }) => {
  const { dialog, readRecord, saveAsOtherAdmin } = await openDataForm(page);
  await saveAsOtherAdmin({ phoneNumber: '02219990002' });
  await dialog.getByRole('textbox', { name: 'Telefonnummer' }).fill('02219990002');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(dialog).toBeHidden();
  expect((await readRecord()).phoneNumber).toBe('02219990002');
});

test('Escape or a click outside a changed form asks before discarding it; an unchanged form closes [1.12]', async ({
  page,
}) => {
  const { dialog } = await openDataForm(page);
  const firstNameField = dialog.getByRole('textbox', { name: 'Vorname' });
  const question = dialog.getByRole('group', { name: 'Eingaben verwerfen?' });
  await firstNameField.fill('Rosa');
  await page.keyboard.press('Escape');
  await expect(question.getByRole('button', { name: 'Weiter bearbeiten' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(firstNameField).toBeFocused();
  await expect(firstNameField).toHaveValue('Rosa');

  // A double click outside the form discards nothing.
  await page.mouse.dblclick(5, 5);
  await expect(question).toBeVisible();
  // Clicking into the form closes the question.
  await firstNameField.click();
  await expect(question).toBeHidden();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Aktionen Robin Reise' }).click();
  await page.getByRole('menuitem', { name: 'Daten bearbeiten' }).click();
  await expect(firstNameField).toHaveValue('Robin');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

/** Creates a coach for this test and opens their form as an admin. */
async function openCoachForm(page: Page) {
  const { data: user } = await callPortal(page.request, checkSession, {}, await actAsNewParticipant(page));
  const adminSession = await signInDemo(page, 'admin');
  const email = user?.email ?? '';
  const { data: hits } = await callPortal(page.request, searchAllParticipants, { searchString: email }, adminSession);
  const lastName = `Muster-${randomUUID().slice(0, 8)}`;
  await callPortal(
    page.request,
    makeNewCoach,
    {
      firstName: 'Robin',
      lastName,
      email,
      gender: 'd',
      participantId: hits[0]?.participantId ?? 0,
      teamsLink: 'https://teams.example/robin',
    },
    adminSession,
  );
  const readRecord = async () => {
    const { data } = await callPortal(page.request, listCoaches, {}, adminSession);
    const foundRecord = data.find((coach) => coach.email === email);
    if (!foundRecord) throw new Error('the coach is not found');
    return foundRecord;
  };
  const saveAsOtherAdmin = async (changes: object) =>
    callPortal(page.request, editCoach, toEditCoachInput({ ...(await readRecord()), ...changes }), adminSession);
  await actAsDemo(page, 'admin');
  await page.goto(`/coachlist?suche=${lastName}`);
  await page.getByRole('button', { name: `Robin ${lastName} bearbeiten` }).click();
  const dialog = page.getByRole('dialog', { name: 'Coach bearbeiten' });
  await expect(dialog).toBeVisible();
  return { dialog, lastName, readRecord, saveAsOtherAdmin };
}

test('conflicting changes to a coach are resolved as they are for a participant', async ({ page }) => {
  const { dialog, lastName, readRecord, saveAsOtherAdmin } = await openCoachForm(page);
  await saveAsOtherAdmin({ teamsLink: 'https://teams.example/neu', speedCoach: true, gender: 'f' });
  await dialog.getByLabel('Teams-Link').fill('https://teams.example/eigener');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(dialog.getByRole('radiogroup')).toHaveCount(1);
  await expect(dialog.getByRole('alert')).toContainText('was nur dort geändert wurde: Anrede, Speedcoach.');
  await expectAccessible(page);
  await dialog.getByRole('radio', { name: 'In diesem Formular https://teams.example/eigener' }).check();
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row', { name: new RegExp(`${lastName} Robin .*aktiv ja`) })).toBeVisible();
  expect(await readRecord()).toMatchObject({
    teamsLink: 'https://teams.example/eigener',
    speedCoach: true,
    gender: 'f',
  });
});

test('saving an outdated form does not reactivate a coach that another admin has set inactive', async ({ page }) => {
  const { dialog, readRecord, saveAsOtherAdmin } = await openCoachForm(page);
  await saveAsOtherAdmin({ active: false });
  await dialog.getByLabel('Vorname').fill('Rosa');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Inzwischen wurden diese Daten von jemand anderem geändert.');
  await expect(dialog.getByText('Dieser Coach ist inaktiv.')).toBeVisible();
  await expect(dialog.getByLabel('Vorname')).toBeDisabled();
  await expectAccessible(page);
  expect(await readRecord()).toMatchObject({ firstName: 'Robin', active: false });
});

import { expect, type Page } from '@playwright/test';
import { countVisit } from '../../src/features/dashboard/contract.ts';
import { uploadFiles } from '../../src/features/files/contract.ts';
import { checkSession } from '../../src/features/accounts/contract.ts';
import { listMyAppointments } from '../../src/features/booking/contract.ts';
import { toEditCoachInput, editCoach, listCoaches } from '../../src/features/coaches/contract.ts';
import { changeUserData, searchAllParticipants } from '../../src/features/participants/contract.ts';
import { rateCoaching, toSubmission } from '../../src/features/ratings/contract.ts';
import { addDays, dateOf } from '../../src/shared/berlin.ts';
import { statuses } from '../../src/shared/coaching.ts';
import { callPortal, callWithFiles } from './calls.ts';
import { actAsDemo, readWordDocument } from './people.ts';
import { test } from './portal.ts';
import { createProfileForm } from '../support/registration.ts';

/** Texts that would open a dialog if a page interpreted them as markup. */
const payloads = {
  image: '<img src=x onerror=alert(1)>',
  script: '"><script>alert(2)</script>',
  svg: "'><svg/onload=alert(3)>",
  frame: '<iframe srcdoc="<script>parent.alert(4)</script>">',
  link: '<a href="javascript:alert(5)" autofocus onfocus=alert(5)>x</a>',
  template: '{{constructor.constructor("alert(6)")()}}${alert(6)}',
};

/** The checked pages of each role, by the name of a demo account. */
const checkedPaths = {
  teilnehmer: ['/intern-participant', '/profile', '/einstellungen', '/booking', '/appointments', '/files'],
  coach: [
    '/intern-coach',
    '/daily-plan',
    '/search-participant-coach',
    '/ratingOverview',
    '/appointment-overview-coach',
  ],
  admin: [
    '/intern-admin',
    '/dashboard',
    '/booking-overview',
    '/search-participant-admin',
    '/appointment-overview-admin',
    '/new-appointment-admin',
    '/coachlist',
    '/analytics',
    '/ratingOverview',
    '/audit',
    '/mails',
    '/einstellungen',
  ],
} as const;

test('markup and scripts that users enter never run on any screen, and are shown as text', async ({
  browser,
  baseURL,
}) => {
  test.slow();
  const dialogs: string[] = [];
  // Each role has its own browser context, since a session is bound to a cookie.
  const openAs = async (name: string) => {
    const page = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    return { page, session: await actAsDemo(page, name) };
  };
  const [participant, coach, admin] = [await openAs('teilnehmer'), await openAs('coach'), await openAs('admin')];
  await enterPayloads(admin, participant);

  for (const [{ page }, paths] of [
    [participant, checkedPaths.teilnehmer],
    [coach, checkedPaths.coach],
    [admin, checkedPaths.admin],
  ] as const)
    for (const path of paths) {
      await page.goto(path);
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('progressbar')).toHaveCount(0);
      expect(dialogs).toEqual([]);
    }
  await participant.page.goto('/profile');
  await expect(participant.page.getByText(payloads.link).first()).toBeVisible();
  await admin.page.goto('/coachlist');
  await expect(admin.page.getByText(payloads.svg).first()).toBeVisible();
  // The date field of the component library writes its content as HTML. Its calendar is checked, too.
  await admin.page.goto('/new-appointment-admin');
  await admin.page
    .getByRole('button', { name: /Kalender öffnen/ })
    .first()
    .click();
  await expect(admin.page.getByRole('grid')).toBeVisible();
  // The check of an import shows bad rows before anything is stored.
  await admin.page.goto('/new-appointment-upload');
  const file = { name: `${payloads.image}.csv`, mimeType: 'text/csv', buffer: Buffer.from(maliciousCsv) };
  await admin.page.getByLabel('CSV-Datei').setInputFiles(file);
  await admin.page.getByRole('button', { name: 'Nur prüfen' }).click();
  await expect(admin.page.getByText(payloads.svg).first()).toBeVisible();
  expect(dialogs).toEqual([]);
});

const maliciousCsv = `Coach-E-Mail;Typ;Datum;Von;Bis\n${payloads.svg};${payloads.image};morgen;${payloads.image};x\n`;

interface SignedInUser {
  page: Page;
  session: string;
}

/** Enters the payloads in every field that users can write in. */
async function enterPayloads(
  { page: adminPage, session: adminSession }: SignedInUser,
  { page: participantPage, session: participantSession }: SignedInUser,
): Promise<void> {
  const { data: user } = await callPortal(participantPage.request, checkSession, {}, participantSession);
  const { data: hits } = await callPortal(
    adminPage.request,
    searchAllParticipants,
    { searchString: user?.email ?? '' },
    adminSession,
  );
  const [person] = hits;
  await callPortal(
    adminPage.request,
    changeUserData,
    {
      ...createProfileForm({
        firstName: payloads.image,
        lastName: payloads.script,
        email: user?.email ?? '',
        phoneNumber: '02215550100',
        qualification: payloads.link,
        startOfQualification: addDays(dateOf(new Date()), -9),
        endOfQualification: addDays(dateOf(new Date()), 90),
      }),
      participantId: person?.participantId ?? 0,
      locationId: person?.locationId ?? null,
    },
    adminSession,
  );
  const { data: coaches } = await callPortal(adminPage.request, listCoaches, {}, adminSession);
  for (const coach of coaches.slice(0, 2))
    await callPortal(
      adminPage.request,
      editCoach,
      { ...toEditCoachInput(coach), nachname: `${payloads.svg} ${coach.id}` },
      adminSession,
    );
  const cv = { name: `${payloads.script}.docx`, buffer: await readWordDocument() };
  await callWithFiles(participantPage.request, uploadFiles, [cv], participantSession);
  const { data: appointments } = await callPortal(participantPage.request, listMyAppointments, {}, participantSession);
  const pastAppointment = appointments.find(
    ({ meta, status }) => meta.past && meta.rating === null && status === statuses.booked,
  );
  const rating = { stars: [5, 5, 5, 5, 5, 5], topics: [], wishes: [] };
  const texts = { personalFeedback: payloads.image, freeText: payloads.frame };
  if (pastAppointment)
    await callPortal(
      participantPage.request,
      rateCoaching,
      toSubmission(pastAppointment.id, { ...rating, ...texts }),
      participantSession,
    );
  const screenSize = { screenWidth: 1, screenHeight: 1, viewportWidth: 1, viewportHeight: 1 };
  for (let visit = 0; visit < 3; visit++)
    await callPortal(adminPage.request, countVisit, {
      userAgent: payloads.template,
      userLanguage: payloads.image,
      ...screenSize,
    });
}

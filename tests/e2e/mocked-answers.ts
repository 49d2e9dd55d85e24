import type { Page } from '@playwright/test';
import type { ParticipantHit } from '../../src/features/participants/contract.ts';
import { emptyProfile } from '../../src/shared/profile.ts';

/** How a call fails: without a response, or with an unexpected one. */
export type CallFailure = 'no connection' | 'a broken server' | 'an unexpected status';

/** Makes every call to `path` fail until `restoreCall` is called. */
export async function failCall(page: Page, path: string, failure: CallFailure): Promise<void> {
  await page.route(`**/api/service/${path}.php`, (route) => {
    if (failure === 'no connection') return route.abort();
    if (failure === 'a broken server') return route.fulfill({ status: 500, body: 'Internal Server Error' });
    return route.fulfill({ json: { status: 'pending', meta: { status: 'pending' } } });
  });
}

/** Lets the server respond to the call again. */
export async function restoreCall(page: Page, path: string): Promise<void> {
  await page.unroute(`**/api/service/${path}.php`);
}

/** Responds to a call in place of the server with `body`, and with a successful `meta` unless `body` has its own. */
export async function mockAnswer(page: Page, path: string, body: object): Promise<void> {
  await page.route(`**/api/service/${path}.php`, (route) =>
    route.fulfill({ json: { meta: { status: 'success' }, ...body } }),
  );
}

/** Refuses a call in place of the server, with the message in both fields in which clients look for it. */
export async function mockRefusal(page: Page, path: string, message: string): Promise<void> {
  const refusal = { status: 'error', message };
  await page.route(`**/api/service/${path}.php`, (route) => route.fulfill({ json: { ...refusal, meta: refusal } }));
}

/** Returns an appointment as `listMyAppointments` lists it: booked and on 14 May 2031, unless `overrides` differs. */
export function buildOwnAppointment(overrides: { id?: number; status?: string; date?: string; meta?: object } = {}) {
  const { meta, ...otherOverrides } = overrides;
  return {
    id: 1,
    date: '2031-05-14',
    start: '10:00:00',
    end: '11:00:00',
    type: 'Einzelcoaching',
    coach: 'Cleo Rat',
    coachId: 1,
    coachPicture: null,
    // 'G' is the status of a booked appointment.
    status: 'G',
    href: 'https://teams.example/rat',
    ...otherOverrides,
    note: '',
    meta: {
      stornoPossible: false,
      coming: false,
      movedByStaff: false,
      past: false,
      today: false,
      rating: null,
      ...meta,
    },
  };
}

/**
 * Returns a response of `searchParticipantFull`: one participant with two documents. The participant is active (status
 * 0) unless `overrides` contains status 1, which means inactive.
 */
export function buildParticipantsAnswer(overrides: { fullName?: string; status?: 0 | 1 } = {}) {
  const participant: ParticipantHit = {
    ...emptyProfile,
    participantId: 1,
    fullName: 'Robin Reise',
    firstName: 'Robin',
    lastName: 'Reise',
    isStaff: false,
    email: 'robin@e2e.example',
    confirmed: true,
    selfBooked: 0,
    status: 0,
    location: 'Köln',
    locationId: 1,
    version: 'a',
    files: { meta: { total: 2 }, data: [] },
    appointments: { data: [] },
    ...overrides,
  };
  const counts = participant.status === 0 ? { active: 1, inactive: 0 } : { active: 0, inactive: 1 };
  return { data: [participant], meta: { status: 'success', total: 1, counts } };
}

/** Two documents as `getFiles` lists them: the participant's 'Lebenslauf.docx' and the coach's 'Anschreiben.docx'. */
export const documentsAnswer = {
  editableFile: true,
  mayUpload: true,
  files: {
    // The contract misspells this key.
    uploadParticiopant: [createFileEntry(1, 'Lebenslauf.docx', false)],
    uploadCoach: [createFileEntry(2, 'Anschreiben.docx', true)],
  },
};

function createFileEntry(id: number, name: string, uploadByCoach: boolean) {
  return {
    id,
    name,
    uploadByCoach,
    mine: !uploadByCoach,
    size: 12_345,
    uploadedAt: '2026-03-02T09:00:00.000Z',
    version: 1,
    state: uploadByCoach ? null : 'new',
    answers: null,
    markup: null,
  };
}

import type { Page } from '@playwright/test';
import type { FoundParticipant } from '../src/participants/contract.ts';

/** How a call is made to go wrong: no answer at all, or one that nobody expects. */
export type Trouble = 'no connection' | 'a broken server' | 'another status';

/** Lets every call whose path begins so go wrong, until the next `troubleOver`. */
export async function trouble(page: Page, path: string, kind: Trouble): Promise<void> {
  await page.route(`**/api/service/${path}.php`, (route) => {
    if (kind === 'no connection') return route.abort();
    if (kind === 'a broken server') return route.fulfill({ status: 500, body: 'Internal Server Error' });
    return route.fulfill({ json: { status: 'pending', meta: { status: 'pending' } } });
  });
}

/** The call is answered by the server again. */
export async function troubleOver(page: Page, path: string): Promise<void> {
  await page.unroute(`**/api/service/${path}.php`);
}

/** Answers a call in the server's place; `body` stands beside `meta`. */
export async function answer(page: Page, path: string, body: object): Promise<void> {
  await page.route(`**/api/service/${path}.php`, (route) =>
    route.fulfill({ json: { meta: { status: 'success' }, ...body } }),
  );
}

/** Refuses a call in the server's place with a sentence, in both of the places where clients read it. */
export async function refuse(page: Page, path: string, message: string): Promise<void> {
  const told = { status: 'error', message };
  await page.route(`**/api/service/${path}.php`, (route) => route.fulfill({ json: { ...told, meta: told } }));
}

/** An own appointment as `myAppointment` lists it, in four days unless told otherwise. */
export function ownAppointment(changes: { id?: number; status?: string; date?: string; meta?: object } = {}) {
  const { meta, ...rest } = changes;
  return {
    id: 1,
    date: '2031-05-14',
    start: '10:00:00',
    end: '11:00:00',
    type: 'Einzelcoaching',
    coach: 'Cleo Rat',
    status: 'G',
    href: 'https://teams.example/rat',
    ...rest,
    meta: { stornoPossible: false, past: false, today: false, rating: null, ...meta },
  };
}

/** One participant as the full searches list them, active and with two documents unless told otherwise. */
export function foundParticipants(changes: { fullName?: string; status?: 0 | 1 } = {}) {
  const participant: FoundParticipant = {
    ...{ participantId: 1, fullName: 'Robin Reise', firstName: 'Robin', lastName: 'Reise', isStaff: false },
    ...{ email: 'robin@e2e.example', confirmed: true, phoneNumber: '', status: 0 },
    ...{ location: 'Köln', locationId: 1, qualification: '', startOfQualification: '', endOfQualification: '' },
    version: 'a',
    ...{ files: { meta: { total: 2 }, data: [] }, appointments: { data: [] } },
    ...changes,
  };
  const counts = participant.status === 0 ? { active: 1, inactive: 0 } : { active: 0, inactive: 1 };
  return { data: [participant], meta: { status: 'success', total: 1, counts } };
}

/** Two documents as `getFiles` lists them: one's own 'Lebenslauf.docx', and 'Anschreiben.docx' of the coach. */
export const someDocuments = {
  editableFile: true,
  mayUpload: true,
  files: {
    uploadParticiopant: [listed(1, 'Lebenslauf.docx', false)],
    uploadCoach: [listed(2, 'Anschreiben.docx', true)],
  },
};

function listed(id: number, name: string, uploadByCoach: boolean) {
  return { id, name, uploadByCoach, mine: !uploadByCoach, size: 12_345, uploadedAt: '2026-03-02T09:00:00.000Z' };
}

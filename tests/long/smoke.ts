import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { demoPassword } from '../../db/demo.ts';
import * as accounts from '../../src/features/accounts/contract.ts';
import * as appointments from '../../src/features/appointments/contract.ts';
import * as audit from '../../src/features/audit/contract.ts';
import * as booking from '../../src/features/booking/contract.ts';
import { listCoaches } from '../../src/features/coaches/contract.ts';
import * as dashboard from '../../src/features/dashboard/contract.ts';
import * as files from '../../src/features/files/contract.ts';
import * as mail from '../../src/features/mail/contract.ts';
import * as participants from '../../src/features/participants/contract.ts';
import * as ratings from '../../src/features/ratings/contract.ts';
import { servicePath } from '../../src/platform/http/calls/calls.ts';
import { addDays, dateOf } from '../../src/shared/berlin.ts';

const docx = readFileSync(
  resolve(import.meta.dirname, '../../src/features/files/testdata/documents/single-paragraph.docx'),
);

/** The part of an answer's body that the smoke test reads. */
interface Body {
  meta?: { status?: string; code?: string };
  status?: string;
  data?: { sessionId: string; appointmentId: number } & { id: number; date: string; type: string }[];
  files?: { uploadParticiopant: { id: number }[] };
}

/**
 * Makes the most common calls of a participant, a coach and an admin over HTTP in a portal with demo data: signs in,
 * lists, books, cancels, uploads, downloads, plans. Returns the number of calls and the failures.
 */
export async function runSmokeTest(address: string): Promise<{ calls: number; failures: string[] }> {
  let calls = 0;
  const failures: string[] = [];
  const send = async (call: { path: string }, body: FormData | Record<string, unknown>): Promise<Body> => {
    calls++;
    const form = body instanceof FormData;
    const response = await fetch(address + servicePath(call), {
      method: 'POST',
      ...(form ? {} : { headers: { 'content-type': 'application/json' } }),
      body: form ? body : JSON.stringify(body),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.ok && response.headers.has('content-disposition') && bytes.length > 0) return {};
    const answer = (() => {
      try {
        return JSON.parse(bytes.toString()) as Body;
      } catch {
        return {};
      }
    })();
    if (response.status !== 200 || (answer.meta?.status ?? answer.status) !== 'success')
      failures.push(`${call.path}: ${response.status} ${answer.meta?.code ?? ''}`);
    return answer;
  };
  const as = async (name: string, work: (sessionId: string) => Promise<void>) => {
    const { data } = await send(accounts.login, { username: `${name}@demo.example`, password: demoPassword });
    const sessionId = data?.sessionId ?? '';
    await send(accounts.sessionCheck, { sessionId });
    await work(sessionId);
    await send(accounts.logout, { sessionId });
  };
  const today = dateOf(new Date());
  const range = { fromDate: addDays(today, -14), tillDate: addDays(today, 14) };
  const status = { booked: true, free: true, missed: true };
  const stars = { fromDate: range.fromDate, toDate: today, ratingFrom: 1, ratingTo: 5 };
  // A time at which the demo's calendar is empty.
  const extra = { type: 'Einzelcoaching', date: addDays(today, 60), fromTime: '06:00', tillTime: '06:45' };

  await as('teilnehmer', async (sessionId) => {
    const { data: free = [] } = await send(booking.bookable, { sessionId, limit: 200 });
    const later = free.filter(({ date, type }) => date > addDays(today, 7) && type === 'Einzelcoaching');
    const appointmentId = later.at(-1)?.id;
    await send(booking.bookAppointment, { sessionId, appointmentId });
    await send(booking.myAppointment, { sessionId });
    await send(booking.cancelAppointment, { sessionId, appointmentId, reason: 'Ich bin verhindert.' });
    const form = new FormData();
    form.append(`file_${sessionId}_0`, new Blob([new Uint8Array(docx)]), 'Anschreiben.docx');
    await send(files.uploadFiles, form);
    const fileId = (await send(files.getFiles, { sessionId })).files?.uploadParticiopant.at(-1)?.id;
    await send(files.downloadFile, { sessionId, fileId });
    await send(files.deleteFile, { sessionId, fileId });
    await send(mail.getReminders, { sessionId });
  });
  await as('coach', async (sessionId) => {
    await send(appointments.dailyPlan, { sessionId, ...range });
    await send(appointments.ownOverview, { sessionId, ...range, status });
    await send(participants.searchOwn, { sessionId, searchString: 'er' });
    await send(ratings.ratingOverview, { sessionId, ...stars });
    const created = await send(appointments.createOwnAppointment, { sessionId, ...extra, participantId: null });
    await send(appointments.deleteOwnAppointment, { sessionId, appointmentId: created.data?.appointmentId });
  });
  await as('admin', async (sessionId) => {
    await send(appointments.fullPlan, { sessionId, ...range, coachId: null });
    await send(appointments.fullOverview, { sessionId, ...range, status, coachId: null });
    await send(booking.bookingOverview, { sessionId, ...range, coachId: null });
    await send(participants.searchAll, { sessionId, searchString: 'er' });
    await send(listCoaches, { sessionId });
    await send(ratings.ratingAnalytics, { sessionId, ...stars });
    await send(dashboard.dashboardFigures, { sessionId });
    await send(audit.getAuditLog, { sessionId });
    await send(mail.getMails, { sessionId });
  });
  return { calls, failures };
}

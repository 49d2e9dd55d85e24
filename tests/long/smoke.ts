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

/** The part of a response's body that the smoke test reads. */
interface ResponseBody {
  meta?: { status?: string; code?: string };
  status?: string;
  data?: { sessionId: string; appointmentId: number } & { id: number; date: string; type: string }[];
  files?: { uploadParticiopant: { id: number }[] };
}

/**
 * Makes the most common calls of a participant, a coach and an admin over HTTP to a portal with demo data: signs in,
 * lists, books, cancels, uploads and downloads. Returns the number of calls and a description of every failed call.
 */
export async function runSmokeTest(address: string): Promise<{ callCount: number; failures: string[] }> {
  let callCount = 0;
  const failures: string[] = [];
  const send = async (call: { path: string }, body: FormData | Record<string, unknown>): Promise<ResponseBody> => {
    callCount++;
    const isForm = body instanceof FormData;
    const response = await fetch(address + servicePath(call), {
      method: 'POST',
      ...(isForm ? {} : { headers: { 'content-type': 'application/json' } }),
      body: isForm ? body : JSON.stringify(body),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.ok && response.headers.has('content-disposition') && bytes.length > 0) return {};
    const result = (() => {
      try {
        return JSON.parse(bytes.toString()) as ResponseBody;
      } catch {
        return {};
      }
    })();
    if (response.status !== 200 || (result.meta?.status ?? result.status) !== 'success')
      failures.push(`${call.path}: ${response.status} ${result.meta?.code ?? ''}`);
    return result;
  };
  const runSignedInAs = async (name: string, makeCalls: (sessionId: string) => Promise<void>) => {
    const { data } = await send(accounts.login, { username: `${name}@demo.example`, password: demoPassword });
    const sessionId = data?.sessionId ?? '';
    await send(accounts.checkSession, { sessionId });
    await makeCalls(sessionId);
    await send(accounts.logout, { sessionId });
  };
  const today = dateOf(new Date());
  const range = { fromDate: addDays(today, -14), tillDate: addDays(today, 14) };
  const status = { booked: true, free: true, missed: true };
  const ratingFilter = { fromDate: range.fromDate, toDate: today, ratingFrom: 1, ratingTo: 5 };
  // The demo data has no appointments at this time.
  const newAppointment = { type: 'Einzelcoaching', date: addDays(today, 60), fromTime: '06:00', tillTime: '06:45' };

  await runSignedInAs('teilnehmer', async (sessionId) => {
    const { data: freeSlots = [] } = await send(booking.listBookableSlots, { sessionId, limit: 200 });
    const laterSlots = freeSlots.filter(({ date, type }) => date > addDays(today, 7) && type === 'Einzelcoaching');
    const appointmentId = laterSlots.at(-1)?.id;
    await send(booking.bookAppointment, { sessionId, appointmentId });
    await send(booking.listMyAppointments, { sessionId });
    await send(booking.cancelAppointment, { sessionId, appointmentId, reason: 'Ich bin verhindert.' });
    const form = new FormData();
    form.append(`file_${sessionId}_0`, new Blob([new Uint8Array(docx)]), 'Anschreiben.docx');
    await send(files.uploadFiles, form);
    const fileId = (await send(files.getFiles, { sessionId })).files?.uploadParticiopant.at(-1)?.id;
    await send(files.downloadFile, { sessionId, fileId });
    await send(files.deleteFile, { sessionId, fileId });
    await send(mail.getReminders, { sessionId });
  });
  await runSignedInAs('coach', async (sessionId) => {
    await send(appointments.getDailyPlan, { sessionId, ...range });
    await send(appointments.getOwnOverview, { sessionId, ...range, status });
    await send(participants.searchOwnParticipants, { sessionId, searchString: 'er' });
    await send(ratings.getRatingOverview, { sessionId, ...ratingFilter });
    const creation = await send(appointments.createOwnAppointment, {
      sessionId,
      ...newAppointment,
      participantId: null,
    });
    await send(appointments.deleteOwnAppointment, { sessionId, appointmentId: creation.data?.appointmentId });
  });
  await runSignedInAs('admin', async (sessionId) => {
    await send(appointments.getFullDailyPlan, { sessionId, ...range, coachId: null });
    await send(appointments.getFullOverview, { sessionId, ...range, status, coachId: null });
    await send(booking.getBookingOverview, { sessionId, ...range, coachId: null });
    await send(participants.searchAllParticipants, { sessionId, searchString: 'er' });
    await send(listCoaches, { sessionId });
    await send(ratings.getRatingAnalytics, { sessionId, ...ratingFilter });
    await send(dashboard.getDashboardFigures, { sessionId });
    await send(audit.getAuditLog, { sessionId });
    await send(mail.getMails, { sessionId });
  });
  return { callCount, failures };
}

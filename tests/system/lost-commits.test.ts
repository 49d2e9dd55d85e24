import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookAppointment } from '../../src/features/booking/contract.ts';
import { downloadFile, uploadFiles } from '../../src/features/files/contract.ts';
import { findViolations } from '../../src/operations/privacy/invariants.ts';
import { createApplication, type RunningPortal } from '../../src/app/application.ts';
import { servicePath } from '../../src/platform/http/calls/calls.ts';
import { inDays, openWorld, type World } from '../support/world.ts';
import { openDatabaseProxy, type DatabaseProxy } from '../support/database-proxy.ts';

let world: World;
let proxy: DatabaseProxy;
let portal: RunningPortal;
let address: string;

// A second portal reaches the world's database through a proxy that can drop the database's responses.
beforeAll(async () => {
  world = await openWorld();
  proxy = await openDatabaseProxy(world.appUrl);
  portal = await createApplication(world.settings, proxy.url, null, { runsJobs: false });
  address = await portal.fastify.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await portal.close();
  proxy.close();
  await world.close();
});

const post = (call: { path: string }, body: FormData | object) =>
  fetch(address + servicePath(call), {
    method: 'POST',
    ...(body instanceof FormData
      ? { body }
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });

test('an upload is refused with 503 if the database’s response to the commit is lost, and the stored document can be downloaded', async () => {
  const person = await world.addParticipant({ hasCv: false });
  const session = await world.signIn(person);
  const docx = await readFile(
    resolve(import.meta.dirname, '../../src/features/files/testdata/documents/single-paragraph.docx'),
  );
  const form = new FormData();
  form.append(`file_${session}_0`, new Blob([new Uint8Array(docx)]), 'Lebenslauf.docx');
  proxy.dropNextCommitResponse();
  expect((await post(uploadFiles, form)).status).toBe(503);
  const documents = await world.db.selectFrom('document').select('id').where('participant_id', '=', person).execute();
  expect(documents).toHaveLength(1);
  const download = await post(downloadFile, { sessionId: session, fileId: documents[0]?.id });
  expect(download.status).toBe(200);
  expect(Buffer.from(await download.arrayBuffer()).equals(docx)).toBe(true);
});

test('a booking is refused with 503 if the database’s response to the commit is lost, and repeating it succeeds without a second booking', async () => {
  const person = await world.addParticipant();
  const sessionId = await world.signIn(person);
  const appointmentId = await world.addAppointment(await world.addCoach(), inDays(9, '10:00'));
  proxy.dropNextCommitResponse();
  expect((await post(bookAppointment, { sessionId, appointmentId })).status).toBe(503);
  expect((await post(bookAppointment, { sessionId, appointmentId })).status).toBe(200);
  const auditEntries = world.db.selectFrom('audit').select('id').where('action', '=', 'booked');
  expect(await auditEntries.where('appointment_id', '=', appointmentId).execute()).toHaveLength(1);
  expect(await findViolations(world.db)).toEqual([]);
});

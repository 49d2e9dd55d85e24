import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { servicePath } from '../../../platform/http/calls.ts';
import { openWorld, type World } from '../../../../tests/support/world.ts';
import { uploadFiles } from '../contract.ts';
import { craftDocx } from '../testdata/craft.ts';
import { eatsMemory, neverAnswers } from '../testdata/readers/stubborn.ts';
import type { InspectionLimits } from './pool.ts';

let world: World;
afterEach(() => world.close());

const stubborn = resolve(import.meta.dirname, '../testdata/readers/stubborn.ts');
const minutes = 60_000;

/** A portal with the worst possible document reader, and somebody signed in. */
async function open(limits: Partial<InspectionLimits>): Promise<string> {
  world = await openWorld({ inspection: { program: stubborn, ...limits } });
  return world.signIn(await world.participant({ docx: false }));
}

const send = (session: string, bytes: Buffer | string) =>
  world.send(uploadFiles, [{ field: `file_${session}_0`, name: 'CV.docx', bytes: Buffer.from(bytes) }]);

const temporary = () => readdir(join(world.dataDir, 'tmp')).catch(() => []);

test('a file on which its reader never ends is refused after the deadline, and nothing of it is left', async () => {
  const session = await open({ deadline: 6000 });
  // As many as one person may send at once: if a worker were lost, the next upload would be refused.
  const answers = await Promise.all([send(session, neverAnswers), send(session, neverAnswers)]);
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(body.meta.code).toBe('wrongFile');
    expect(body.meta.message).toMatch(/^„CV\.docx“ konnte nicht in 10 Sekunden geprüft werden\. Bitte /);
  }
  expect(await temporary()).toEqual([]);
  const { body } = await send(session, craftDocx());
  expect(body.status).toBe('success');
});

test('a file on which its reader takes all memory is refused, and the portal goes on', async () => {
  const session = await open({ deadline: 5 * minutes, memory: 64 });
  const { body } = await send(session, eatsMemory);
  expect(body.meta.message).toMatch(/^„CV\.docx“ ist entpackt zu groß\. Bitte /);
  expect(await temporary()).toEqual([]);
  expect((await send(session, craftDocx())).body.status).toBe('success');
});

test('whoever hangs up ends the look into their file at once', async () => {
  const session = await open({ deadline: 5 * minutes });
  const field = `Content-Disposition: form-data; name="file_${session}_0"; filename="CV.docx"`;
  const body = `--grenze\r\n${field}\r\n\r\n${neverAnswers}\r\n--grenze--\r\n`;
  const head =
    `POST ${servicePath(uploadFiles)} HTTP/1.1\r\nHost: portal.example\r\nContent-Length: ${body.length}\r\n` +
    'Content-Type: multipart/form-data; boundary=grenze\r\n\r\n';
  const sockets = [0, 1].map(() => connect(Number(new URL(world.address).port), '127.0.0.1'));
  for (const socket of sockets) socket.write(head + body);
  // Both workers are busy, each having begun a copy: a third upload of this person is refused.
  await vi.waitFor(async () => expect(await temporary()).toHaveLength(4), 60_000);
  expect((await send(session, craftDocx())).status).toBe(429);

  for (const socket of sockets) socket.destroy();
  await vi.waitFor(async () => expect((await send(session, craftDocx())).body.status).toBe('success'), 60_000);
  await vi.waitFor(async () => expect(await temporary()).toEqual([]), 60_000);
});

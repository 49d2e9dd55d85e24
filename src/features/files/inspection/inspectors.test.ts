import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { bundleProgram } from '../../../../tests/support/bundle.ts';
import { collectLog } from '../../../../tests/support/log.ts';
import { openWorld, type World } from '../../../../tests/support/world.ts';
import { servicePath } from '../../../platform/http/calls/calls.ts';
import { uploadFiles } from '../contract.ts';
import { craftDocx } from '../testdata/craft.ts';
import { makesReader, type Misbehaviour } from '../testdata/readers/stubborn.ts';
import type { InspectionLimits } from './inspectors.adapter.ts';

const source = resolve(import.meta.dirname, '../testdata/readers/stubborn.ts');
let program: string;
beforeAll(async () => {
  program = await bundleProgram(source);
});
afterAll(() => rm(dirname(program), { recursive: true }));

let world: World;
let log: () => string;
afterEach(() => world.close());

const minutes = 60_000;

/** A portal with the worst possible document reader, and somebody signed in. */
async function open(limits: Partial<InspectionLimits> = {}): Promise<string> {
  const { logStream, written } = collectLog();
  log = written;
  const env = { METRICS_PORT: '65535', LOG_LEVEL: 'info' };
  world = await openWorld({ env, logStream, inspection: { program, deadline: 5 * minutes, ...limits } });
  return world.signIn(await world.participant({ docx: false }));
}

const send = (session: string, bytes: Buffer | string) =>
  world.send(uploadFiles, [{ field: `file_${session}_0`, name: 'CV.docx', bytes: Buffer.from(bytes) }]);

/** The sentence with which a file that makes the reader do this is refused. */
async function refusalOf(session: string, misbehaviour: Misbehaviour): Promise<string> {
  const { status, body } = await send(session, makesReader(misbehaviour));
  expect(status).toBe(200);
  expect(body.meta.code).toBe('wrongFile');
  return body.meta.message ?? '';
}

const temporaryFolder = () => join(world.dataDir, 'tmp');
const temporary = () => readdir(temporaryFolder()).catch(() => []);

/** The numbers of the processes whose reader is at work. */
async function readersAtWork(): Promise<number[]> {
  const copies = (await temporary()).map((name) => readFile(join(temporaryFolder(), name, 'copy'), 'utf8'));
  const read = await Promise.allSettled(copies);
  return read.flatMap((copy) => (copy.status === 'fulfilled' && copy.value ? [Number(copy.value)] : []));
}

const lost = async (loss: string) =>
  (await world.app.metrics.text()).includes(`portal_sandboxes_lost_total{program="look",loss="${loss}"} 1`);

/** Nothing of the refused file is left, the loss is reported without a name, and the next file is taken. */
async function goesOn(session: string, loss: 'slow' | 'memory' | 'died'): Promise<void> {
  expect(await temporary()).toEqual([]);
  expect(await lost(loss)).toBe(true);
  expect(log().match(/A sandboxed process was lost/g)).toHaveLength(1);
  expect(log()).not.toContain('CV');
  expect((await send(session, craftDocx())).body.status).toBe('success');
}

const sentences = {
  slow: /^„CV\.docx“ konnte nicht in 10 Sekunden geprüft werden\. Bitte /,
  memory: /^„CV\.docx“ ist entpackt zu groß\. Bitte /,
  died: /^„CV\.docx“ konnte nicht geprüft werden\. Bitte /,
};

test('a file on which its reader never ends is refused after the deadline, and nothing of it is left', async () => {
  const session = await open({ deadline: 1000 });
  expect(await refusalOf(session, 'neverAnswers')).toMatch(sentences.slow);
  await goesOn(session, 'slow');
});

test.each(['pushesWithoutEnd', 'makesHugeArrays', 'hoardsBytes'] as const)(
  'a file on which its reader takes all memory is refused, and the portal goes on: it %s',
  async (misbehaviour) => {
    const session = await open();
    expect(await refusalOf(session, misbehaviour)).toMatch(sentences.memory);
    await goesOn(session, 'memory');
  },
);

test('a file on which its reader exits is refused, and the portal goes on', async () => {
  const session = await open();
  expect(await refusalOf(session, 'leaves')).toMatch(sentences.died);
  await goesOn(session, 'died');
});

test('an abort counts as memory that has run out, which is what V8 does then', async () => {
  const session = await open();
  expect(await refusalOf(session, 'aborts')).toMatch(sentences.memory);
  await goesOn(session, 'memory');
});

test.each([
  ['SIGKILL', 'memory'],
  ['SIGABRT', 'memory'],
  ['SIGSEGV', 'died'],
] as const)('a file whose reader is ended by %s is refused, and nothing of it is left', async (signal, loss) => {
  const session = await open();
  const refusal = refusalOf(session, 'neverAnswers');
  const [reader = 0] = await vi.waitFor(async () => {
    const found = await readersAtWork();
    expect(found).toHaveLength(1);
    return found;
  }, minutes);
  process.kill(reader, signal);
  expect(await refusal).toMatch(sentences[loss]);
  await goesOn(session, loss);
});

test('a file for which no reader starts is refused', async () => {
  const session = await open({ program: join(dirname(program), 'missing.mjs') });
  expect(await refusalOf(session, 'leaves')).toMatch(sentences.died);
  expect(await temporary()).toEqual([]);
  expect(await world.app.metrics.text()).toContain('portal_sandboxes_lost_total{program="look",loss="unstarted"} 2');
});

test.each(['overflowsItsStack', 'startsAProgram', 'readsAnotherFile', 'writesAnotherFile'] as const)(
  'a reader reaches its file and the copy, and nothing else; the next one is the same process: it %s',
  async (misbehaviour) => {
    const session = await open();
    expect(await refusalOf(session, misbehaviour)).toMatch(/^„CV\.docx“ ist keine Word-Datei/);
    expect(await temporary()).toEqual([]);
    expect((await send(session, craftDocx())).body.status).toBe('success');
    expect(log()).not.toContain('A sandboxed process was lost');
  },
);

test.each([
  ['and cannot be made', () => program, /^„CV\.docx“ ist keine Word-Datei/],
  ['also if Node would let it be made', () => source, sentences.died],
] as const)('a link in place of the copy is not followed, %s', async (_, which, sentence) => {
  const session = await open({ program: which() });
  expect(await refusalOf(session, 'answersWithALink')).toMatch(sentence);
  expect(await temporary()).toEqual([]);
});

/** Somebody who sends a file that their reader does this with, and hangs up. */
async function sender(misbehaviour: Misbehaviour) {
  const session = await world.signIn(await world.participant({ docx: false }));
  const call = new AbortController();
  const body = new FormData();
  body.append(`file_${session}_0`, new Blob([makesReader(misbehaviour)]), 'CV.docx');
  const answer = fetch(world.address + servicePath(uploadFiles), { method: 'POST', body, signal: call.signal });
  const answered = answer.then(
    () => 'answered',
    () => 'hung up',
  );
  return { answered, hangUp: () => call.abort() };
}

/** The numbers of the processes of two readers that are at work. */
const twoReaders = () =>
  vi.waitFor(async () => {
    const found = await readersAtWork();
    expect(found).toHaveLength(2);
    return found;
  }, minutes);

test('whoever hangs up ends the look into their file at once', async () => {
  const session = await open({ atOnce: 2 });
  const senders = [await sender('neverAnswers'), await sender('neverAnswers')];
  const readers = await twoReaders();

  for (const { hangUp } of senders) hangUp();
  await vi.waitFor(() => {
    for (const reader of readers) expect(() => process.kill(reader, 0)).toThrow('ESRCH');
  }, minutes);
  expect((await send(session, craftDocx())).body.status).toBe('success');
  await vi.waitFor(async () => expect(await temporary()).toEqual([]), minutes);
  expect(log()).not.toContain('A sandboxed process was lost');
});

test('files on which their readers never end hold up nobody else, however many people send them [5.3]', async () => {
  const session = await open({ atOnce: 2, deadline: minutes / 2 });
  const senders = [await sender('neverAnswers'), await sender('neverAnswers')];
  await twoReaders();
  senders.push(await sender('neverAnswers'));
  const first = Promise.race(senders.map(({ answered }) => answered));
  for (let uploads = 0; uploads < 3; uploads++)
    expect(await Promise.race([first, send(session, craftDocx()).then(({ body }) => body.status)])).toBe('success');
  for (const { hangUp } of senders) hangUp();
  expect(await first).toBe('hung up');
  await vi.waitFor(async () => expect(await temporary()).toEqual([]), minutes);
  expect(log()).not.toContain('A sandboxed process was lost');
});

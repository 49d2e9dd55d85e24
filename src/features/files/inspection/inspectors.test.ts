import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { bundleProgram } from '../../../../tests/support/bundle.ts';
import { collectLog } from '../../../../tests/support/log.ts';
import { openWorld, type World } from '../../../../tests/support/world.ts';
import { servicePath } from '../../../platform/http/calls/calls.ts';
import { uploadFiles } from '../contract.ts';
import { craftDocx } from '../testdata/craft.ts';
import { misbehavingContent, type Misbehaviour } from '../testdata/readers/stubborn.ts';
import type { InspectionLimits } from './inspectors.adapter.ts';
import { findInspectionProblem } from './self-check.steps.ts';

const source = resolve(import.meta.dirname, '../testdata/readers/stubborn.ts');
let program: string;
beforeAll(async () => {
  program = await bundleProgram(source);
});
afterAll(() => rm(dirname(program), { recursive: true }));

let world: World;
let readLog: () => string;
afterEach(() => world.close());

const oneMinuteMs = 60_000;

/** Opens a portal whose inspectors can misbehave, and returns the session of a participant. */
async function openPortal(limits: Partial<InspectionLimits> = {}): Promise<string> {
  const { logStream, loggedText } = collectLog();
  readLog = loggedText;
  const env = { METRICS_PORT: '65535', LOG_LEVEL: 'info' };
  world = await openWorld({ env, logStream, inspection: { program, timeLimitMs: 5 * oneMinuteMs, ...limits } });
  return world.signIn(await world.addParticipant({ hasCv: false }));
}

const uploadCv = (session: string, bytes: Buffer | string) =>
  world.send(uploadFiles, [{ field: `file_${session}_0`, name: 'CV.docx', bytes: Buffer.from(bytes) }]);

/** Uploads a file that makes its inspector misbehave, and returns the message that refuses the file. */
async function uploadAndReadRefusal(session: string, misbehaviour: Misbehaviour): Promise<string> {
  const { status, body } = await uploadCv(session, misbehavingContent(misbehaviour));
  expect(status).toBe(200);
  expect(body.meta.code).toBe('wrongFile');
  return body.meta.message ?? '';
}

const temporaryFolder = () => join(world.dataDir, 'tmp');
const temporaryFiles = () => readdir(temporaryFolder()).catch(() => []);

/** Returns the process ids of the inspectors that are misbehaving; each has written its id into its copy. */
async function readInspectorPids(): Promise<number[]> {
  const reads = (await temporaryFiles()).map((name) => readFile(join(temporaryFolder(), name, 'copy'), 'utf8'));
  const copies = await Promise.allSettled(reads);
  return copies.flatMap((copy) => (copy.status === 'fulfilled' && copy.value ? [Number(copy.value)] : []));
}

const isOneLossCounted = async (loss: string) =>
  (await world.app.metrics.readText()).includes(`portal_sandboxes_lost_total{program="look",loss="${loss}"} 1`);

/**
 * Expects that no file of a refused upload is left, that the loss of its inspector is counted, that the loss is logged
 * once without the file's name, and that the next file is accepted.
 */
async function expectRecovery(session: string, loss: 'slow' | 'memory' | 'died'): Promise<void> {
  expect(await temporaryFiles()).toEqual([]);
  expect(await isOneLossCounted(loss)).toBe(true);
  expect(readLog().match(/A sandboxed process was lost/g)).toHaveLength(1);
  expect(readLog()).not.toContain('CV');
  expect((await uploadCv(session, craftDocx())).body.status).toBe('success');
}

const refusalPatterns = {
  slow: /^„CV\.docx“ konnte nicht in 10 Sekunden geprüft werden\. Bitte /,
  memory: /^„CV\.docx“ ist entpackt zu groß\. Bitte /,
  died: /^„CV\.docx“ konnte nicht geprüft werden\. Bitte /,
};

test('a file whose inspection never ends is refused after the deadline, and no temporary file is left', async () => {
  const session = await openPortal({ timeLimitMs: 1000 });
  expect(await uploadAndReadRefusal(session, 'neverAnswers')).toMatch(refusalPatterns.slow);
  await expectRecovery(session, 'slow');
});

test.each(['pushesWithoutEnd', 'makesHugeArrays', 'hoardsBytes'] as const)(
  'a file whose inspector uses up all memory is refused, and the portal keeps running (%s)',
  async (misbehaviour) => {
    const session = await openPortal();
    expect(await uploadAndReadRefusal(session, misbehaviour)).toMatch(refusalPatterns.memory);
    await expectRecovery(session, 'memory');
  },
);

test('a file whose inspector exits is refused, and the portal keeps running', async () => {
  const session = await openPortal();
  expect(await uploadAndReadRefusal(session, 'exits')).toMatch(refusalPatterns.died);
  await expectRecovery(session, 'died');
});

test('a file whose inspector aborts is refused as too large, since V8 aborts when memory runs out', async () => {
  const session = await openPortal();
  expect(await uploadAndReadRefusal(session, 'aborts')).toMatch(refusalPatterns.memory);
  await expectRecovery(session, 'memory');
});

test.each([
  ['SIGKILL', 'memory'],
  ['SIGABRT', 'memory'],
  ['SIGSEGV', 'died'],
] as const)(
  'a file whose inspector is killed by %s is refused, and no temporary file is left',
  async (signal, loss) => {
    const session = await openPortal();
    const refusal = uploadAndReadRefusal(session, 'neverAnswers');
    const [pid = 0] = await vi.waitFor(async () => {
      const pids = await readInspectorPids();
      expect(pids).toHaveLength(1);
      return pids;
    }, oneMinuteMs);
    process.kill(pid, signal);
    expect(await refusal).toMatch(refusalPatterns[loss]);
    await expectRecovery(session, loss);
  },
);

test('while no inspector can be started, uploads are answered with 503, since the file is not the cause', async () => {
  const session = await openPortal({ program: join(dirname(program), 'missing.mjs') });
  const { status, body } = await uploadCv(session, craftDocx());
  expect([status, body.meta.code]).toEqual([503, 'later']);
  expect(await temporaryFiles()).toEqual([]);
  expect(await world.app.metrics.readText()).toContain(
    'portal_sandboxes_lost_total{program="look",loss="unstarted"} 2',
  );
});

test('the self-check tells whether an inspector can be started, and why not; it leaves no file', async () => {
  await openPortal();
  const check = (limits?: Partial<InspectionLimits>) => findInspectionProblem(temporaryFolder(), limits);
  expect(await check()).toBe(null);
  expect(await check({ program: join(dirname(program), 'missing.mjs') })).toBe('exit 1');
  expect(await temporaryFiles()).toEqual([]);
});

test.each(['overflowsItsStack', 'startsAProgram', 'readsAnotherFile', 'writesAnotherFile'] as const)(
  'a file whose inspector fails or tries what the sandbox forbids is refused, and the next file is accepted (%s)',
  async (misbehaviour) => {
    const session = await openPortal();
    expect(await uploadAndReadRefusal(session, misbehaviour)).toMatch(/^„CV\.docx“ ist keine Word-Datei/);
    expect(await temporaryFiles()).toEqual([]);
    expect((await uploadCv(session, craftDocx())).body.status).toBe('success');
    expect(readLog()).not.toContain('A sandboxed process was lost');
  },
);

test.each([
  ['where Node forbids links', () => program, /^„CV\.docx“ ist keine Word-Datei/],
  ['where Node allows links', () => source, refusalPatterns.died],
] as const)('a symbolic link in place of the harmless copy is not followed (%s)', async (_, getProgram, sentence) => {
  const session = await openPortal({ program: getProgram() });
  expect(await uploadAndReadRefusal(session, 'answersWithALink')).toMatch(sentence);
  expect(await temporaryFiles()).toEqual([]);
});

/**
 * Starts an upload of a file that makes its inspector misbehave. Returns a promise of its outcome and a function that
 * disconnects the sender.
 */
async function startUpload(misbehaviour: Misbehaviour) {
  const session = await world.signIn(await world.addParticipant({ hasCv: false }));
  const connection = new AbortController();
  const body = new FormData();
  body.append(`file_${session}_0`, new Blob([misbehavingContent(misbehaviour)]), 'CV.docx');
  const response = fetch(world.address + servicePath(uploadFiles), { method: 'POST', body, signal: connection.signal });
  const outcome = response.then(
    () => 'answered',
    () => 'disconnected',
  );
  return { outcome, disconnect: () => connection.abort() };
}

/** Waits until two inspectors are misbehaving, and returns their process ids. */
const waitForTwoInspectors = () =>
  vi.waitFor(async () => {
    const pids = await readInspectorPids();
    expect(pids).toHaveLength(2);
    return pids;
  }, oneMinuteMs);

test('when a sender disconnects, the inspection of their file ends immediately', async () => {
  const session = await openPortal({ maxProcesses: 2 });
  const senders = [await startUpload('neverAnswers'), await startUpload('neverAnswers')];
  const pids = await waitForTwoInspectors();

  for (const { disconnect } of senders) disconnect();
  await vi.waitFor(() => {
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  }, oneMinuteMs);
  expect((await uploadCv(session, craftDocx())).body.status).toBe('success');
  await vi.waitFor(async () => expect(await temporaryFiles()).toEqual([]), oneMinuteMs);
  expect(readLog()).not.toContain('A sandboxed process was lost');
});

test('files whose inspection never ends do not hold up other people’s files, however many people send such files [5.3]', async () => {
  const session = await openPortal({ maxProcesses: 2, timeLimitMs: oneMinuteMs / 2 });
  const senders = [await startUpload('neverAnswers'), await startUpload('neverAnswers')];
  await waitForTwoInspectors();
  senders.push(await startUpload('neverAnswers'));
  const firstOutcome = Promise.race(senders.map(({ outcome }) => outcome));
  for (let uploads = 0; uploads < 3; uploads++)
    expect(await Promise.race([firstOutcome, uploadCv(session, craftDocx()).then(({ body }) => body.status)])).toBe(
      'success',
    );
  for (const { disconnect } of senders) disconnect();
  expect(await firstOutcome).toBe('disconnected');
  await vi.waitFor(async () => expect(await temporaryFiles()).toEqual([]), oneMinuteMs);
  expect(readLog()).not.toContain('A sandboxed process was lost');
});

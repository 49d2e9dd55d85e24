import { readdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bookable } from '../../src/features/booking/contract.ts';
import { uploadFiles, uploadForParticipant } from '../../src/features/files/contract.ts';
import { endingOf } from '../../src/features/files/name.rules.ts';
import { coachEndings, participantEndings } from '../../src/features/files/rules.ts';
import { busyFiles, endlessFiles } from '../../src/features/files/testdata/busy.ts';
import { craftPdf } from '../../src/features/files/testdata/craft.ts';
import { hostileFiles } from '../../src/features/files/testdata/hostile.ts';
import { inDays, openWorld, type World } from '../support/world.ts';
import { recordFigure } from './figure.ts';

const testdata = resolve(import.meta.dirname, '../../src/features/files/testdata');
/** The genuine files that are refused, as listed in docs/security/documents.md. */
const refusedNames = /^(aes-|rc4-|cv-password|altchunk)/;
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

type File = { name: string; bytes: Buffer };

/** Sends one file, as a participant or as one of their coaches; returns whether it was accepted. */
type Send = (file: File) => Promise<boolean>;

async function asParticipant(): Promise<Send> {
  const session = await world.signIn(await world.participant({ docx: false }));
  return async (file) => {
    const { body } = await world.send(uploadFiles, [{ field: `file_${session}_0`, ...file }]);
    return body.status === 'success';
  };
}

async function asCoach(): Promise<Send> {
  const participant = await world.participant({ docx: false });
  const coach = await world.coach();
  await world.appointment(coach, inDays(-2, '09:00'), { participant });
  const session = await world.signIn(coach);
  return async (file) => {
    const { body } = await world.send(uploadForParticipant, [{ field: `file_${session}_${participant}_0`, ...file }]);
    return body.status === 'success';
  };
}

const stored = async () => (await world.db.selectFrom('document').select('id').execute()).length;

const genuine = async (): Promise<File[]> => {
  const files: File[] = [];
  for (const folder of ['documents', 'pdfminer', 'producers'])
    for (const name of await readdir(join(testdata, folder)))
      if (!refusedNames.test(name)) files.push({ name, bytes: await readFile(join(testdata, folder, name)) });
  return files;
};

test.each([
  ['participant', asParticipant, participantEndings],
  ['coach', asCoach, coachEndings],
] as const)(
  'all hostile files that a %s sends through the real call are refused, and all genuine ones accepted',
  async (who, as, endings) => {
    const before = await stored();
    const send = await as();
    const accepted: string[] = [];
    for (const file of hostileFiles)
      if (await send({ name: file.name, bytes: Buffer.from(file.bytes()) })) accepted.push(file.title);
    const kept = (await stored()) - before;
    recordFigure({
      what: `Hostile files, sent by a ${who}`,
      result: `${hostileFiles.length - accepted.length} of ${hostileFiles.length} refused, ${kept} kept`,
      goal: 'all, 0',
      holds: accepted.length === 0 && kept === 0,
    });

    const files = (await genuine()).filter(({ name }) => endings.some((ending) => ending === endingOf(name)));
    const refused: string[] = [];
    let next = send;
    for (const [index, file] of files.entries()) {
      // A participant may not have more than 50 documents.
      if (index % 40 === 39) next = await as();
      if (!(await next(file))) refused.push(file.name);
    }
    recordFigure({
      what: `Genuine documents, sent by a ${who}`,
      result: `${files.length - refused.length} of ${files.length} taken`,
      goal: 'all',
      holds: refused.length === 0,
    });
    expect({ accepted, kept, refused }).toEqual({ accepted: [], kept: 0, refused: [] });
  },
);

/** Calls the list of free appointments until `until` has settled; returns how long each call took, in milliseconds. */
async function listWhile(session: string, until: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  const state = { finished: false };
  const end = until.finally(() => (state.finished = true));
  while (!state.finished || times.length < 300) {
    const started = performance.now();
    await world.call(bookable, session, { limit: 50 });
    times.push(performance.now() - started);
  }
  await end;
  return times;
}

const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
const megabytesNow = () => Math.round(process.memoryUsage.rss() / 1_000_000);
const temporary = () => readdir(join(world.dataDir, 'tmp')).catch(() => []);

test('twenty concurrent files that keep a reader busy block no other caller', async () => {
  const reader = await world.signIn(await world.participant());
  const coach = await world.coach();
  for (let hour = 8; hour < 18; hour += 1)
    await world.appointment(coach, inDays(3, `${String(hour).padStart(2, '0')}:00`));
  const files = [...endlessFiles, ...busyFiles, ...endlessFiles, ...busyFiles].slice(0, 20);
  const bodies = files.map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes()) }));
  const senders = await Promise.all(Array.from({ length: 10 }, asParticipant));
  await listWhile(reader, Promise.resolve());

  const before = megabytesNow();
  const quiet = await listWhile(reader, Promise.resolve());
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  let max = before;
  const watch = setInterval(() => (max = Math.max(max, megabytesNow())), 50);
  const started = performance.now();
  const sent = Promise.all(bodies.map(async (file, index) => senders[index % 10]?.(file)));
  const busy = await listWhile(reader, sent);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  clearInterval(watch);
  delay.disable();

  const stalled = delay.percentile(99) / 1e6;
  const [calm, loaded] = [percentile(quiet, 0.99), percentile(busy, 0.99)];
  recordFigure({
    what: 'Event loop during the inspection of twenty busy files',
    result: `p99 ${stalled.toFixed(1)} ms, all answered in ${seconds} s`,
    goal: 'p99 < 50 ms',
    holds: stalled < 50,
  });
  recordFigure({
    what: 'Lists during the inspection of twenty busy files',
    result: `p99 ${loaded.toFixed(1)} ms (${busy.length} calls), ${calm.toFixed(1)} ms without them`,
    goal: '< 2 × without',
    holds: loaded < 2 * calm,
  });
  const left = await temporary();
  // Idle workers end after a minute.
  await vi.waitFor(() => expect(megabytesNow() - before).toBeLessThan(100), { timeout: 120_000, interval: 1000 });
  const after = megabytesNow();
  recordFigure({
    what: 'Memory and temporary files after twenty busy files',
    result: `${before} → ${max} → ${after} MB, ${left.length} files`,
    goal: 'back within 100 MB, 0 files',
    holds: left.length === 0 && after - before < 100,
  });
  expect({ left, stalled: stalled < 50, slowed: loaded >= 2 * calm }).toEqual({
    left: [],
    stalled: true,
    slowed: false,
  });
});

test('the inspection of each genuine document takes at most two seconds', async () => {
  const send = await asParticipant();
  await send({ name: 'a.pdf', bytes: Buffer.from(craftPdf()) });
  const inspectors = world.app.inspectors;
  const slowest = { name: '', milliseconds: 0 };
  for (const folder of ['documents', 'pdfminer', 'producers'])
    for (const name of await readdir(join(testdata, folder))) {
      const ending = coachEndings.find((each) => each === endingOf(name));
      if (!ending) continue;
      const started = performance.now();
      const copyTo = join(world.dataDir, 'copy.part');
      await inspectors.inspect(1, { path: join(testdata, folder, name), ending, copyTo }, new AbortController().signal);
      const milliseconds = Math.round(performance.now() - started);
      await rm(copyTo, { force: true });
      if (milliseconds > slowest.milliseconds) Object.assign(slowest, { name, milliseconds });
    }
  recordFigure({
    what: 'Inspection of a genuine document',
    result: `${slowest.milliseconds} ms at most (${slowest.name})`,
    goal: '≤ 2000 ms',
    holds: slowest.milliseconds <= 2000,
  });
  expect(slowest.milliseconds).toBeLessThanOrEqual(2000);
});

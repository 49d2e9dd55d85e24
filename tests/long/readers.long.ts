import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { listBookableSlots } from '../../src/features/booking/contract.ts';
import { uploadFiles } from '../../src/features/files/contract.ts';
import { openInspectors } from '../../src/features/files/inspection/inspectors.adapter.ts';
import { extensionOf } from '../../src/features/files/name.rules.ts';
import { coachExtensions } from '../../src/features/files/rules.ts';
import { busyFiles, endlessFiles } from '../../src/features/files/testdata/busy.ts';
import { hostileFiles } from '../../src/features/files/testdata/hostile.ts';
import { misbehaviours, misbehavingContent } from '../../src/features/files/testdata/readers/stubborn.ts';
import { limitConcurrency } from '../../src/platform/concurrency.ts';
import { bundleProgram } from '../support/bundle.ts';
import { inDays, openWorld } from '../support/world.ts';
import { recordFigure, scaledCount } from './figure.ts';

const testdata = resolve(import.meta.dirname, '../../src/features/files/testdata');
const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

test('a reader that misbehaves ends only its own process, and delays no other caller', async () => {
  const program = await bundleProgram(join(testdata, 'readers/stubborn.ts'));
  const world = await openWorld({ inspection: { program, timeLimitMs: 2000 } });
  try {
    const [session, otherSession] = await Promise.all(
      [0, 1].map(async () => world.signIn(await world.addParticipant({ hasCv: false }))),
    );
    const coach = await world.addCoach();
    for (let hour = 8; hour < 18; hour++)
      await world.addAppointment(coach, inDays(3, `${String(hour).padStart(2, '0')}:00`));
    const minRequestCount = 2000;
    /**
     * Requests the free appointments at least `minRequestCount` times and until `work` has settled; returns the
     * milliseconds that each request took.
     */
    const measureListRequestsDuring = async (work: Promise<unknown>) => {
      const durations: number[] = [];
      const workState = { isFinished: false };
      const workEnd = work.finally(() => (workState.isFinished = true));
      while (!workState.isFinished || durations.length < minRequestCount) {
        const start = performance.now();
        expect((await world.call(listBookableSlots, otherSession ?? '', { limit: 50 })).body.meta.status).toBe(
          'success',
        );
        durations.push(performance.now() - start);
      }
      await workEnd;
      return durations;
    };
    const counts = { refused: 0, answered: 0 };
    const sendMisbehavingFiles = async () => {
      for (let round = 0; round < scaledCount(5); round++)
        for (const misbehaviour of misbehaviours) {
          const bytes = Buffer.from(misbehavingContent(misbehaviour));
          const { status, body } = await world.send(uploadFiles, [
            { field: `file_${session}_0`, name: 'CV.docx', bytes },
          ]);
          if (status === 200) counts.answered++;
          if (body.meta.code === 'wrongFile') counts.refused++;
        }
    };
    await measureListRequestsDuring(Promise.resolve());
    const p99WithoutLoad = percentile(await measureListRequestsDuring(Promise.resolve()), 0.99);
    const durationsWithLoad = await measureListRequestsDuring(sendMisbehavingFiles());
    const p99WithLoad = percentile(durationsWithLoad, 0.99);
    const remainingFiles = await readdir(join(world.dataDir, 'tmp')).catch(() => []);
    const sentCount = scaledCount(5) * misbehaviours.length;
    const isMet = counts.refused === sentCount && remainingFiles.length === 0 && p99WithLoad < 2 * p99WithoutLoad;
    recordFigure({
      subject:
        'Misbehaving readers: ' +
        'endless, all memory, memory outside the heap, abort, exit, stack, program, other files',
      result:
        `${sentCount} sent, ${counts.answered} answered, ${counts.refused} refused, the portal kept running, ` +
        `${remainingFiles.length} files left; lists meanwhile p99 ${p99WithLoad.toFixed(1)} ms ` +
        `(${durationsWithLoad.length} calls), ${p99WithoutLoad.toFixed(1)} ms without`,
      goal: 'all refused, 0 left, < 2 × without',
      isMet,
    });
    expect(isMet).toBe(true);
  } finally {
    await world.close();
    await rm(dirname(program), { recursive: true });
  }
});

test('inspecting every document three times, four at a time, gives the same findings each time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-readers-'));
  await mkdir(join(folder, 'tmp'));
  const files: { name: string; bytes: () => Buffer | string }[] = [...hostileFiles, ...busyFiles, ...endlessFiles];
  for (const kind of ['documents', 'pdfminer', 'producers'])
    for (const name of await readdir(join(testdata, kind))) {
      const bytes = await readFile(join(testdata, kind, name));
      files.push({ name, bytes: () => bytes });
    }
  let lostReaderCount = 0;
  const inspectors = openInspectors({ temporaryFolder: join(folder, 'tmp'), onLost: () => lostReaderCount++ });
  const runWithLimit = limitConcurrency(4, Infinity);
  const inspect = (index: number, name: string, content: Buffer | string, copyTo: string) =>
    runWithLimit(async () => {
      const extension = coachExtensions.find((allowed) => allowed === extensionOf(name));
      if (!extension) return 'the extension is not allowed';
      const path = copyTo.replace('.copy', '');
      await writeFile(path, content);
      const finding = await inspectors.inspect(index, { path, extension, copyTo }, new AbortController().signal);
      const copy = finding.ok && finding.copied ? (await readFile(copyTo)).length : 0;
      await Promise.all([path, copyTo].map((file) => rm(file, { force: true })));
      return JSON.stringify({ ...finding, copy });
    });
  try {
    const passes: string[][] = [];
    for (let pass = 0; pass < 3; pass++)
      passes.push(
        await Promise.all(
          files.map(({ name, bytes }, index) => inspect(index, name, bytes(), join(folder, `${index}.copy.part`))),
        ),
      );
    const differingFiles = files.filter((_, index) => new Set(passes.map((pass) => pass[index])).size > 1);
    const remainingFiles = await readdir(join(folder, 'tmp'));
    const isMet = differingFiles.length === 0 && remainingFiles.length === 0;
    recordFigure({
      subject: 'Every document of the tests inspected three times, four at a time',
      result:
        `${files.length} documents × 3, ${lostReaderCount} readers lost, the portal kept running; ` +
        `${differingFiles.length} findings differ, ${remainingFiles.length} files left`,
      goal: '0, 0',
      isMet,
    });
    expect({ differingFiles, remainingFiles }).toEqual({ differingFiles: [], remainingFiles: [] });
  } finally {
    await inspectors.close();
    await rm(folder, { recursive: true });
  }
});

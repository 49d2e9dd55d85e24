import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fileAgesAreUnknown } from '../../../tests/support/shifted-clock.ts';
import { FileTooLarge, receiveFile, removeAbandonedFilesIn } from './temporary-files.ts';

let root: string;
let folder: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'receive-'));
  folder = join(root, 'tmp');
});
afterEach(() => rm(root, { recursive: true, force: true }));

const createStream = (count: number, size: number) =>
  Readable.from(Array.from({ length: count }, (_, i) => Buffer.alloc(size, i)));

test('a stream is written to a private file, and its size and hash are returned', async () => {
  const { path, size, sha256 } = await receiveFile(createStream(5, 1000), { into: folder, limit: 5000 });
  const bytes = await readFile(path);
  expect(size).toBe(5000);
  expect(bytes).toHaveLength(5000);
  expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test('a file that is one byte too large is refused, its stream is stopped, and no file is left', async () => {
  const stream = createStream(5, 1000);
  await expect(receiveFile(stream, { into: folder, limit: 4999 })).rejects.toEqual(new FileTooLarge(4999));
  expect(stream.destroyed).toBe(true);
  expect(await readdir(folder)).toEqual([]);
});

test.each([0, 1, 70_000, 200_000])('no file is left if the sender disconnects after %i bytes', async (sentBytes) => {
  const stream = new PassThrough();
  const received = receiveFile(stream, { into: folder, limit: 1_000_000 });
  stream.write(Buffer.alloc(sentBytes), () => stream.destroy());
  await expect(received).rejects.toThrow('Premature close');
  expect(await readdir(folder)).toEqual([]);
});

test('no file is left if senders disconnect while their files are being opened', async () => {
  await Promise.allSettled(
    Array.from({ length: 500 }, () => {
      const stream = new PassThrough();
      const received = receiveFile(stream, { into: folder, limit: 1_000_000 });
      stream.write(Buffer.alloc(1), () => stream.destroy());
      return received;
    }),
  );
  expect(await readdir(folder)).toEqual([]);
});

test('an empty file is accepted', async () => {
  expect(await receiveFile(Readable.from([]), { into: folder, limit: 10 })).toMatchObject({ size: 0 });
});

test('if a file cannot be written, its stream is stopped', async () => {
  await writeFile(folder, 'a file instead of the folder');
  const stream = createStream(5, 1000);
  await expect(receiveFile(stream, { into: folder, limit: 5000 })).rejects.toThrow('EEXIST');
  expect(stream.destroyed).toBe(true);
});

describe('abandoned temporary files', () => {
  const buildName = (pid: number) => `${hostname().replace(/[^\w.]/g, '_')}-${pid}-a.part`;
  const listFilesAfterCleanUp = async (file: string) => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, file), 'x');
    await removeAbandonedFilesIn(folder);
    return readdir(folder);
  };

  test('are deleted immediately if their process has ended', async () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    expect(await listFilesAfterCleanUp(buildName(pid))).toEqual([]);
  });

  test.skipIf(fileAgesAreUnknown)(
    'are kept while their process or another machine may still write to them',
    async () => {
      expect(await listFilesAfterCleanUp(buildName(process.pid))).toEqual([buildName(process.pid)]);
      expect(await listFilesAfterCleanUp('elsewhere-999999-a.part')).toContain('elsewhere-999999-a.part');
    },
  );
});

import { mkdirSync, readFileSync, readdirSync, rmdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { addPath, describeSystemError, describeSystemReason } from './system-error.ts';

const file = import.meta.filename;

/** Returns the error that `work` throws. */
async function catchError(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

test.each([
  ['open', () => readFileSync('/none/file'), '/none/file cannot be opened: no such file or directory (ENOENT).'],
  ['readdir', () => readdirSync(file), `${file} cannot be read: not a directory (ENOTDIR).`],
  ['mkdir', () => mkdirSync(`${file}/folder`), `${file}/folder cannot be created: not a directory (ENOTDIR).`],
  ['rmdir', () => rmdirSync(file), `${file} cannot be deleted: not a directory (ENOTDIR).`],
  ['spawn', () => once(spawn('/none'), 'exit'), '/none cannot be started: no such file or directory (ENOENT).'],
  [
    'connect',
    () => once(connect(1, '127.0.0.1'), 'connect'),
    '127.0.0.1:1 cannot be reached: connection refused (ECONNREFUSED).',
  ],
  ['socket', () => once(connect('/none'), 'connect'), '/none cannot be reached: no such file or directory (ENOENT).'],
])('a failed %s is described with the path or address, and the reason of the system', async (_call, work, sentence) => {
  const error = await catchError(work);
  expect(describeSystemError(error)).toBe(sentence);
  expect(describeSystemError(new AggregateError([error]))).toBe(sentence);
});

test('an error without a path gets one', async () => {
  const error = await catchError(() => readFile('/'));
  expect(describeSystemError(error)).toBe('A file cannot be read: illegal operation on a directory (EISDIR).');
  expect(addPath(error, '/')).toBe(error);
  expect(describeSystemError(error)).toBe('/ cannot be read: illegal operation on a directory (EISDIR).');
  expect(addPath(error, '/other')).toMatchObject({ path: '/' });
});

test('an error of another kind is not described, nor one whose message already says more', async () => {
  expect(describeSystemError(new Error('The backup is damaged.'))).toBeNull();
  expect(describeSystemError('text')).toBeNull();
  const cause = await catchError(() => readFile('/'));
  expect(describeSystemError(new Error('The disk is full.', { cause }))).toBeNull();
  expect(describeSystemReason(Object.assign(new Error(), { code: 'E1' }))).toBe('unknown reason');
});

import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openWorld, type World } from '../../../tests/support/world.ts';
import { openScanner, ScannerUnavailable } from './clamd.ts';
import { uploadFiles } from '../../features/files/contract.ts';
import { checkStore } from '../../features/files/nightly.jobs.ts';
import { startClamd } from '../../features/files/testdata/clamd.ts';
import { craftDocx } from '../../features/files/testdata/craft.ts';
import { eicar } from '../../features/files/testdata/hostile-file.ts';

let clamd: Awaited<ReturnType<typeof startClamd>>;
let world: World;
let folder: string;
let log = '';
beforeAll(async () => {
  clamd = await startClamd();
  folder = await mkdtemp(join(tmpdir(), 'clamd-'));
  const logStream = { write: (line: string) => (log += line) };
  world = await openWorld({ env: { CLAMD: clamd.address, LOG_LEVEL: 'warn' }, logStream: logStream as never });
});
beforeEach(() => {
  log = '';
  Object.assign(clamd.behaviour, { isSilent: false, maxBytes: Infinity, signaturesBuiltAt: new Date() });
});
afterAll(async () => {
  await world.close();
  await clamd.close();
  await rm(folder, { recursive: true });
});

const infectedFile = craftDocx({}, [{ name: 'word/media/a.png', data: eicar, stored: true }]);

async function upload(bytes: Buffer, name = 'Geheimnis.docx') {
  const session = await world.signIn(await world.addParticipant({ hasCv: false }));
  return world.send(uploadFiles, [{ field: `file_${session}_0`, name, bytes }]);
}

/** Counts the files in DATA_DIR, and the documents in the database. */
async function countTraces() {
  const files = await readdir(world.dataDir, { recursive: true, withFileTypes: true });
  const rows = await world.db.selectFrom('document').select('id').execute();
  return { files: files.filter((entry) => entry.isFile()).length, rows: rows.length };
}

/** Writes a file and returns its path. */
async function writeUploadedFile(bytes: Buffer): Promise<string> {
  const path = join(folder, 'upload.part');
  await writeFile(path, bytes);
  return path;
}

test('an infected upload is refused with its file name, logged without the name, and not stored', async () => {
  const before = await countTraces();
  const { status, body } = await upload(infectedFile);
  expect({ status, code: body.meta.code, message: body.message }).toEqual({
    status: 200,
    code: 'infected',
    message: '„Geheimnis.docx“ enthält Schadsoftware und wird nicht angenommen.',
  });
  expect(log).toContain('"security":"infected"');
  expect(log).not.toContain('Geheimnis');
  expect(await countTraces()).toEqual(before);
});

test('an upload in which the scanner finds nothing is stored', async () => {
  expect((await upload(craftDocx())).body.status).toBe('success');
});

/** Checks that an upload is refused temporarily and not stored, and that the log contains the reason. */
async function expectTemporaryRefusal() {
  const before = await countTraces();
  const { status, body } = await upload(craftDocx());
  expect({ status, message: body.message }).toEqual({
    status: 503,
    message: 'Das geht gerade nicht. Bitte versuche es später erneut.',
  });
  expect(log).toContain('ScannerUnavailable');
  expect(log).not.toContain('Geheimnis');
  expect(await countTraces()).toEqual(before);
}

test('an upload is refused temporarily if the scanner scans only a part of it', async () => {
  clamd.behaviour.maxBytes = 100;
  await expectTemporaryRefusal();
});

test('an upload is refused temporarily while the scanner is unavailable', async () => {
  await clamd.close();
  await expectTemporaryRefusal();
  clamd = await startClamd(clamd.behaviour, clamd.port);
  expect((await upload(craftDocx())).body.status).toBe('success');
});

test('a scanner that does not respond in time counts as unavailable, and large files are scanned completely', async () => {
  const slowClamd = await startClamd({ isSilent: true });
  const impatientScanner = openScanner(slowClamd.address, { scan: 100, version: 100 });
  await expect(impatientScanner?.isInfected(await writeUploadedFile(infectedFile))).rejects.toThrow(ScannerUnavailable);
  expect(await impatientScanner?.state()).toBe('away');
  slowClamd.behaviour.isSilent = false;
  const patientScanner = openScanner(slowClamd.address);
  const largeFile = await writeUploadedFile(Buffer.concat([Buffer.alloc(3_000_000, 'x'), Buffer.from(eicar)]));
  expect(await patientScanner?.isInfected(largeFile)).toBe(true);
  expect(await patientScanner?.isInfected(await writeUploadedFile(Buffer.alloc(3_000_000, 'x')))).toBe(false);
  slowClamd.behaviour.maxBytes = 70_000;
  await expect(patientScanner?.isInfected(largeFile)).rejects.toThrow(ScannerUnavailable);
  await slowClamd.close();
});

test('/readyz and the nightly job report virus signatures that are older than two days', async () => {
  const readHealth = async () => (await fetch(`${world.address}/readyz`)).json();
  expect(await readHealth()).toEqual({ status: 'ok', scanner: 'ok' });
  clamd.behaviour.signaturesBuiltAt = new Date(Date.now() - 49 * 3_600_000);
  expect(await readHealth()).toEqual({ status: 'ok', scanner: 'old' });
  let lines = '';
  await checkStore(world.app, pino({}, { write: (line: string) => (lines += line) }));
  expect(lines).toContain('"scanner":"old"');
});

test('without the setting CLAMD there is no scanner', () => {
  expect(openScanner(undefined)).toBeNull();
});

import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { busyFiles } from '../testdata/busy.ts';
import { craftDoc, craftDocx, craftForm, craftOdt } from '../testdata/craft.ts';
import type { HostileFile } from '../testdata/hostile-file.ts';
import { hostileFiles, protectedFiles, filesWithWrongNames } from '../testdata/hostile.ts';
import { inspect, judge, testRefusals, refusalPatterns } from '../testdata/inspect.ts';
import { inspect as inspectInProcess } from './inspector-process.adapter.ts';

const testdata = resolve(import.meta.dirname, '../testdata');
const simpleDocx = readFileSync(join(testdata, 'documents/single-paragraph.docx'));

describe('real documents [5.3]', () => {
  /** The table in docs/security/documents.md: the files that are refused or changed, and why. */
  const tableRows = new Map(
    [
      ...readFileSync(resolve(import.meta.dirname, '../../../../docs/security/documents.md'), 'utf8').matchAll(
        /^\| `([^`]+)` +\| (refused|changed) +\| (\w+) /gm,
      ),
    ].map(([, file = '', result = '', reason = '']) => [file, { result, reason }]),
  );
  const files = ['documents', 'pdfminer', 'producers'].flatMap((folder) =>
    readdirSync(join(testdata, folder)).map((name) => `${folder}/${name}`),
  );

  test('the table in docs/security/documents.md names only existing files', () => {
    expect([...tableRows.keys()].filter((file) => !files.includes(file))).toEqual([]);
    expect(files.length - tableRows.size).toBeGreaterThan(130);
  });

  test.each(files)(
    '%s is accepted unchanged, or refused or changed as the table in docs/security/documents.md states',
    async (file) => {
      const verdict = await judge(file.split('/').at(-1) ?? '', readFileSync(join(testdata, file)));
      const { result, reason } = tableRows.get(file) ?? { result: 'accepted', reason: '' };
      if (result === 'accepted') expect(verdict).toBe('ok');
      if (result === 'refused') expect(verdict).toMatch(refusalPatterns[reason as HostileFile['reason']]);
      if (result === 'changed')
        expect(verdict).toMatch(/^Aus „[^“]+“ haben wir (.+ )?entfernt, .*; sonst ist die Datei unverändert\.$/);
    },
  );
});

describe('a file with a password is refused', () => {
  testRefusals(protectedFiles);
});
describe('a file with a wrong extension, however it is disguised, or without content is refused', () => {
  testRefusals(filesWithWrongNames);
});

test('there are at least 180 hostile documents', () => {
  expect(hostileFiles.length).toBeGreaterThanOrEqual(180);
});

test.each(busyFiles)(
  'the inspection of a file that is designed to keep it busy ends with a verdict: $name with $title',
  async ({ name, bytes }) => {
    await expect(judge(name, bytes())).resolves.toBeTypeOf('string');
  },
  60_000,
);

test('a file must have an allowed extension; otherwise the refusal names the allowed ones [5.1]', async () => {
  const bytes = craftDocx();
  const allowedExtensions = ['docx', 'pdf'] as const;
  expect((await inspect('CV.pdf.DOCX', bytes, allowedExtensions)).verdict).toEqual({
    ok: true,
    extension: 'docx',
    notice: null,
  });
  const otherFormat = 'Bitte speichere die Datei in einem dieser Formate.';
  const asDocx = 'Öffne sie in Word oder LibreOffice und speichere sie als docx.';
  for (const [name, advice] of [
    ['CV.doc', asDocx],
    ['CV.ODT', asDocx],
    ['CV.docm', otherFormat],
    ['CV.docx.exe', otherFormat],
    ['CV', otherFormat],
  ] as const)
    expect((await inspect(name, bytes, allowedExtensions)).verdict).toEqual({
      ok: false,
      message: `„${name}“ kann nicht hochgeladen werden. Erlaubt sind docx und pdf. ${advice}`,
    });
});

test('a file that cannot be read from the disk causes an error, not a refusal', async () => {
  const inspection = inspectInProcess({
    path: join(tmpdir(), 'missing'),
    extension: 'docx',
    copyTo: join(tmpdir(), 'copy'),
  });
  await expect(inspection).rejects.toThrow('ENOENT');
});

test('the inspection ends with a verdict, whatever bytes of a document are changed or cut off', async () => {
  const originals = [
    ['CV.docx', simpleDocx],
    ['CV.odt', craftOdt()],
    ['CV.doc', craftDoc({ '/A/B': 'x' })],
    ['CV.pdf', Buffer.from(craftForm('/OpenAction<</S/JavaScript/JS(a)>>'))],
  ] as const;
  const change = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), value: fc.nat(255) });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...originals),
      fc.array(change, { maxLength: 20 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      async ([name, original], changes, keptShare) => {
        const bytes = Buffer.from(original.subarray(0, Math.ceil(original.length * keptShare)));
        for (const { at, value } of changes) bytes[Math.floor(at * (bytes.length - 1))] = value;
        expect((await inspect(name, bytes)).verdict).toHaveProperty('ok');
      },
    ),
    { numRuns: 300 },
  );
});

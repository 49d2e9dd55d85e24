import { describe, expect, test } from 'vitest';
import { craftCompound, craftDoc, craftOdt, craftOle, craftWordStream } from '../testdata/craft.ts';
import { hostileDocAndOdtFiles } from '../testdata/hostile-doc-odt.ts';
import { judge, testRefusals, refusalPatterns } from '../testdata/inspect.ts';

describe('a doc file', () => {
  const doc = craftDoc({ '/ObjectPool/_1/Ole': 'x' });

  test('is accepted in whatever order its directory lists the streams', async () => {
    expect(await judge('CV.doc', doc)).toBe('ok');
    expect(await judge('CV.doc', mirrorDirectory(doc))).toBe('ok');
  });

  test('is accepted if it is small, or has embedded files and formulas', async () => {
    expect(
      await judge('CV.doc', craftCompound({ '/WordDocument': craftWordStream().subarray(0, 2000), '/1Table': 'x' })),
    ).toBe('ok');
    expect(
      await judge(
        'CV.doc',
        craftDoc({ '/ObjectPool/_1/\u0001Ole10Native': 'Zeugnis.pdf', '/ObjectPool/_2/Equation Native': 'x' }),
      ),
    ).toBe('ok');
  });

  test('is refused if its compound file has an unknown version', async () => {
    const versionOffset = 26;
    expect(await judge('CV.doc', writeUInt32(doc, versionOffset, 7))).toMatch(refusalPatterns.wrongContent);
  });
});

function writeUInt32(file: Buffer, offset: number, value: number): Buffer {
  const copy = Buffer.from(file);
  copy.writeUInt32LE(value, offset);
  return copy;
}

/**
 * Swaps the left and the right child of all entries in a compound file's directory, which is a binary tree. The
 * offsets are those of the specification [MS-CFB].
 */
function mirrorDirectory(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  const [sectorLength, entryLength, typeOffset, leftOffset, rightOffset] = [512, 128, 66, 68, 72];
  const directorySector = file.readUInt32LE(48);
  const start = (directorySector + 1) * sectorLength;
  for (let entry = start; (file[entry + typeOffset] ?? 0) > 0; entry += entryLength) {
    copy.writeUInt32LE(file.readUInt32LE(entry + leftOffset), entry + rightOffset);
    copy.writeUInt32LE(file.readUInt32LE(entry + rightOffset), entry + leftOffset);
  }
  return copy;
}

describe('an odt file', () => {
  const emptyModule = '<script:module/>';
  test.each<[string, Buffer]>([
    ['without special content', craftOdt()],
    ['in the web format', craftOdt([], 'application/vnd.oasis.opendocument.text-web')],
    ['with an embedded object', craftOdt([{ name: 'Object 1', data: craftOle('Zeugnis.pdf', '%PDF') }])],
    [
      'with an empty macro library',
      craftOdt([
        { name: 'Basic/Standard/script-lb.xml', data: emptyModule },
        { name: 'Basic/script-lc.xml', data: emptyModule },
      ]),
    ],
  ])('%s is accepted unchanged', async (_, bytes) => {
    expect(await judge('CV.odt', bytes)).toBe('ok');
  });
});

describe('a hostile doc or odt is refused', () => {
  testRefusals(hostileDocAndOdtFiles);
});

import { describe, expect, test } from 'vitest';
import { craftCompound, craftDoc, craftOdt, craftOle, craftWordStream } from '../testdata/craft.ts';
import { hostileDocAndOdtFiles } from '../testdata/hostile-doc-odt.ts';
import { judge, testRefusals, sentences } from '../testdata/inspect.ts';

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
    expect(await judge('CV.doc', writeUInt32(doc, 26, 7))).toMatch(sentences.wrongContent);
  });
});

function writeUInt32(file: Buffer, offset: number, value: number): Buffer {
  const copy = Buffer.from(file);
  copy.writeUInt32LE(value, offset);
  return copy;
}

/** Swaps the left and the right child of all entries in a compound file's directory, which is a binary tree. */
function mirrorDirectory(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  for (let offset = (file.readUInt32LE(48) + 1) * 512; (file[offset + 66] ?? 0) > 0; offset += 128) {
    copy.writeUInt32LE(file.readUInt32LE(offset + 68), offset + 72);
    copy.writeUInt32LE(file.readUInt32LE(offset + 72), offset + 68);
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

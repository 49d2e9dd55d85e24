import { describe, expect, test } from 'vitest';
import { craftCompound, craftDoc, craftOdt, craftOle, wordStream } from '../testdata/craft.ts';
import { coachFormatFiles } from '../testdata/hostile-doc-odt.ts';
import { judge, testRefusals, sentences } from '../testdata/inspect.ts';

describe('a doc file', () => {
  const doc = craftDoc({ '/ObjectPool/_1/Ole': 'x' });

  test('is accepted, whatever the order of its directory', async () => {
    expect(await judge('CV.doc', doc)).toBe('ok');
    expect(await judge('CV.doc', mirrored(doc))).toBe('ok');
  });

  test('is accepted if it is small, or has embedded files and formulas', async () => {
    expect(
      await judge('CV.doc', craftCompound({ '/WordDocument': wordStream().subarray(0, 2000), '/1Table': 'x' })),
    ).toBe('ok');
    expect(
      await judge(
        'CV.doc',
        craftDoc({ '/ObjectPool/_1/\u0001Ole10Native': 'Zeugnis.pdf', '/ObjectPool/_2/Equation Native': 'x' }),
      ),
    ).toBe('ok');
  });

  test('of an unknown version is refused', async () => {
    expect(await judge('CV.doc', patched(doc, 26, 7))).toMatch(sentences.wrongContent);
  });
});

function patched(file: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(file);
  copy.writeUInt32LE(value, at);
  return copy;
}

/** Swaps the left and right neighbours of all entries of the directory. */
function mirrored(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  for (let at = (file.readUInt32LE(48) + 1) * 512; (file[at + 66] ?? 0) > 0; at += 128) {
    copy.writeUInt32LE(file.readUInt32LE(at + 68), at + 72);
    copy.writeUInt32LE(file.readUInt32LE(at + 72), at + 68);
  }
  return copy;
}

describe('an odt file', () => {
  const script = '<script:module/>';
  test.each<[string, Buffer]>([
    ['without special content', craftOdt()],
    ['in the web format', craftOdt([], 'application/vnd.oasis.opendocument.text-web')],
    ['with an embedded object', craftOdt([{ name: 'Object 1', data: craftOle('Zeugnis.pdf', '%PDF') }])],
    [
      'with an empty macro library',
      craftOdt([
        { name: 'Basic/Standard/script-lb.xml', data: script },
        { name: 'Basic/script-lc.xml', data: script },
      ]),
    ],
  ])('%s is accepted unchanged', async (_, bytes) => {
    expect(await judge('CV.odt', bytes)).toBe('ok');
  });
});

describe('a hostile file in a format that only coaches may upload is refused', () => {
  testRefusals(coachFormatFiles);
});

import { describe, expect, test } from 'vitest';
import { craftCompound, craftDoc, craftOdt, craftOle, wordStream } from '../testdata/craft.ts';
import { forCoaches } from '../testdata/hostile-doc-odt.ts';
import { judge, refuses, sentences } from '../testdata/inspect.ts';

describe('doc', () => {
  const doc = craftDoc({ '/ObjectPool/_1/Ole': 'x' });

  test('a plain one is accepted, whatever the order in its directory', async () => {
    expect(await judge('CV.doc', doc)).toBe('ok');
    expect(await judge('CV.doc', mirrored(doc))).toBe('ok');
  });

  test('a small one is accepted, and one with embedded files and formulas', async () => {
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

  test('one of an unknown version is refused', async () => {
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

describe('odt', () => {
  const script = '<script:module/>';
  test.each<[string, Buffer]>([
    ['a plain one', craftOdt()],
    ['one of the web view', craftOdt([], 'application/vnd.oasis.opendocument.text-web')],
    ['one with an object', craftOdt([{ name: 'Object 1', data: craftOle('Zeugnis.pdf', '%PDF') }])],
    [
      'one with an empty library of macros',
      craftOdt([
        { name: 'Basic/Standard/script-lb.xml', data: script },
        { name: 'Basic/script-lc.xml', data: script },
      ]),
    ],
  ])('%s is taken as it is', async (_, bytes) => {
    expect(await judge('CV.odt', bytes)).toBe('ok');
  });
});

describe('formats that only coaches may upload are inspected as well', () => {
  refuses(forCoaches);
});

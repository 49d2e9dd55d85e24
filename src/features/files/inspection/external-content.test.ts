import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import yauzl from 'yauzl';
import { describe, expect, test } from 'vitest';
import { extensionOf } from '../name.rules.ts';
import { fetchingFiles } from '../testdata/fetching.ts';
import { inspect, judge } from '../testdata/inspect.ts';

const testdata = resolve(import.meta.dirname, '../testdata');

/** Returns the content of each part of a zip by its name, in the order of the zip. */
async function readParts(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await yauzl.fromBufferPromise(bytes);
  const parts = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    parts.set(entry.fileName, Buffer.concat(chunks));
  }
  return parts;
}

describe('a document that loads external content without a click, or links to a script, is made harmless [5.3]', () => {
  test.each(fetchingFiles)('$name: $title', async ({ name, bytes, removedPattern, remainingPattern }) => {
    const original = await readParts(bytes());
    const { verdict, storedBytes } = await inspect(name, bytes());
    expect(verdict).toEqual({
      ok: true,
      extension: extensionOf(name),
      notice: `Aus „${name}“ haben wir entfernt, was beim Öffnen von fremden Servern geladen wird; sonst ist die Datei unverändert.`,
    });
    const parts = await readParts(storedBytes);
    expect([...parts.keys()]).toEqual([...original.keys()]);
    // The package's own relationships are left out: one of them has the same id as the removed relationship, rId1.
    const contents = [...parts].filter(([partName]) => partName !== '_rels/.rels').map(([, content]) => content);
    const text = contents.map((content) => content.toString(content[0] === 0xff ? 'utf16le' : 'utf8')).join('\n');
    expect(text).not.toMatch(removedPattern);
    if (remainingPattern) expect(text).toMatch(remainingPattern);
    // Another inspection changes nothing in the copy.
    expect(await judge(name, storedBytes)).toBe('ok');
  });

  test('only the part that refers to the content changes; every other part stays the same, byte for byte', async () => {
    const bytes = readFileSync(join(testdata, 'producers/template-onedrive.docx'));
    const before = await readParts(bytes);
    const after = await readParts((await inspect('CV.docx', bytes)).storedBytes);
    const changedParts = [...before].filter(([name, part]) => !after.get(name)?.equals(part)).map(([name]) => name);
    expect(changedParts).toEqual(['word/_rels/settings.xml.rels']);
  });
});

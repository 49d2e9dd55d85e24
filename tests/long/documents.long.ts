import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openZip } from '../../src/features/files/inspection/zip.adapter.ts';
import { readMarkupOf, writeCleanCopyOf } from '../../src/features/files/markup/read-tasks.adapter.ts';
import { trackedDocuments } from '../../src/features/files/testdata/tracked.ts';
import { recordFigure } from './figure.ts';
import { findMissingTools, makeTrackedDocuments, saveAsPdf } from './libreoffice.ts';
import { findDifferentWord, readShownWords } from './shown-words.ts';

// Tries the documents of the tests, those that LibreOffice makes, and those in the folder that DOCUMENTS names, if any.
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-documents-'));
  for (const name of ['made', 'originals', 'copies']) await mkdir(join(folder, name));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Documents in which LibreOffice accepts changes otherwise than Word, as which the portal counts them. */
const exceptions = new Map([
  [
    'text that was inserted and deleted again',
    'LibreOffice does not keep the deletion within an insertion by the same person, whose text it then keeps',
  ],
  [
    'a deleted row whose text is not deleted by itself',
    'LibreOffice keeps deleted rows unless all their text is deleted',
  ],
  [
    'a deleted paragraph in a control',
    'LibreOffice joins paragraphs across the border of a control, and keeps the deleted text',
  ],
  ['a deleted mark before a control', 'LibreOffice joins paragraphs across the border of a control'],
  ['a deleted mark at the end of a control', 'LibreOffice joins paragraphs across the border of a control'],
]);

/** A document to clean, and its clean copy. */
interface Pair {
  name: string;
  original: Buffer;
  copy: Buffer;
}

const isDocx = (name: string) => name.toLowerCase().endsWith('.docx');

/** Reads all docx of a folder and its folders. */
async function readDocuments(from: string): Promise<[name: string, bytes: Buffer][]> {
  const names = (await readdir(from, { recursive: true })).filter(isDocx).sort();
  return Promise.all(
    names.map(async (name): Promise<[string, Buffer]> => [
      join(basename(from), name),
      await readFile(join(from, name)),
    ]),
  );
}

/** Returns the clean copy of a docx. */
async function clean(bytes: Buffer): Promise<Buffer> {
  const path = join(folder, 'copy');
  await writeCleanCopyOf(bytes, path);
  const copy = await readFile(path);
  await rm(path);
  return copy;
}

/** Returns the text of a docx with its changes accepted, without white space, as the reader of markup reads it. */
async function readText(bytes: Buffer): Promise<string> {
  const { blocks } = await readMarkupOf(bytes);
  const runs = blocks.flatMap((block) => block.runs);
  const kept = runs.filter(({ change }) => change !== 'deleted' && change !== 'movedFrom');
  return kept.map(({ text }) => text.replace(/\s+/g, '')).join('');
}

/** Parts that a clean copy never has. */
const removedPart = /(^|\/)(comments\w*|people|customxml|thumbnail|custom|_xmlsignatures)(\/|\.)/;
/** Parts that declare the others or tell about the document. */
const describingPart = /^\[content_types\]\.xml$|\.rels$|^docprops\//;
/** Elements and attributes for which a clean copy changes a part in Word’s own format. */
const changingMarkup = new RegExp(
  String.raw`<w:(ins|del|move\w*|cellIns|cellDel|cellMerge|\w+Change|vanish|comment\w*|perm\w+|dataBinding)\b|` +
    String.raw`<w:(customXml|smartTag|printerSettings|docVars|attached\w+|mailMerge|trackRevisions)\b|` +
    String.raw`\b\w+:(rsid\w*|docId|paraId|textId|anchorId|editId|durableId)\b`,
);

/** Returns the parts of a docx by their names, in lower case. */
async function readParts(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await openZip(bytes);
  const parts = new Map<string, Buffer>();
  for (const name of zip.names) parts.set(name, (await zip.read(name, Infinity)) ?? Buffer.alloc(0));
  return parts;
}

/** Returns the names of the parts that a clean copy changes or leaves out without a reason. */
async function findWronglyChangedParts({ original, copy }: Pair): Promise<string[]> {
  const [before, after] = [await readParts(original), await readParts(copy)];
  const relationships = [...before]
    .filter(([name]) => name.endsWith('.rels'))
    .join('')
    .toLowerCase();
  const hasDeletions = /<w:del\b/.test(String(before.get('word/document.xml')));
  const isRight = ([name, bytes]: [string, Buffer]) => {
    const kept = after.get(name);
    if (!kept) return removedPart.test(name) || name.endsWith('/') || !relationships.includes(basename(name));
    const isNotes = name === 'word/footnotes.xml' || name === 'word/endnotes.xml';
    const mayChange = describingPart.test(name) || changingMarkup.test(String(bytes)) || (isNotes && hasDeletions);
    return kept.equals(bytes) || mayChange;
  };
  const added = [...after.keys()].filter((name) => !before.has(name));
  return [...added, ...[...before].filter((part) => !isRight(part)).map(([name]) => name)];
}

test('LibreOffice shows a clean copy as it shows the original with all changes accepted', async ({ skip }) => {
  const missingTools = await findMissingTools();
  skip(missingTools.length > 0, `This test needs ${missingTools.join(', ')}.`);
  await makeTrackedDocuments(join(folder, 'made'));
  const testdata = resolve(import.meta.dirname, '../../src/features/files/testdata');
  const folders = [join(folder, 'made'), testdata, ...(process.env['DOCUMENTS'] ? [process.env['DOCUMENTS']] : [])];
  const documents = [
    ...(await Promise.all(folders.map(readDocuments))).flat(),
    ...trackedDocuments.map(({ title, bytes }): [string, Buffer] => [title, bytes()]),
  ];
  const pairs: Pair[] = [];
  for (const [name, original] of documents) pairs.push({ name, original, copy: await clean(original) });
  for (const [index, { original, copy }] of pairs.entries()) {
    await writeFile(join(folder, 'originals', `${index}.docx`), original);
    await writeFile(join(folder, 'copies', `${index}.docx`), copy);
  }
  await saveAsPdf(join(folder, 'originals'), 'accepted');
  await saveAsPdf(join(folder, 'copies'), 'asTheyAre');

  const unusedExceptions = new Set(exceptions.keys());
  const differences = { shown: [] as string[], again: [] as string[], text: [] as string[], parts: [] as string[] };
  for (const [index, pair] of pairs.entries()) {
    const [expected, actual] = await Promise.all(
      ['originals', 'copies'].map((from) => readShownWords(join(folder, from, `${index}.pdf`))),
    );
    const word = findDifferentWord(expected ?? [], actual ?? []);
    if (word !== null && !exceptions.has(pair.name)) differences.shown.push(`${pair.name}: ${word}`);
    if (word !== null) unusedExceptions.delete(pair.name);
    if (!(await clean(pair.copy)).equals(pair.copy)) differences.again.push(pair.name);
    if ((await readText(pair.original)) !== (await readText(pair.copy))) differences.text.push(pair.name);
    const parts = await findWronglyChangedParts(pair);
    if (parts.length > 0) differences.parts.push(`${pair.name}: ${parts.join(', ')}`);
  }
  differences.shown.push(...[...unusedExceptions].map((name) => `${name}: an exception that does not differ`));
  const madeCount = documents.filter(([name]) => name.startsWith('made/')).length;
  const { shown, again, text, parts } = differences;
  recordFigure({
    subject: 'Clean copies of Word documents, as LibreOffice shows them and the originals with all changes accepted',
    result:
      `${pairs.length} documents, of which LibreOffice tracked the changes of ${madeCount}: ${shown.length} shown ` +
      `otherwise beside ${exceptions.size} with a known reason, ${text.length} with another text for the portal, ` +
      `${parts.length} with another part changed; ${again.length} copies of copies differ`,
    goal: '0, 0, 0, 0',
    isMet: [shown, again, text, parts].every(({ length }) => length === 0),
  });
  expect(differences).toEqual({ shown: [], again: [], text: [], parts: [] });
});

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { extensionOf } from '../name.rules.ts';
import { hostileFiles } from '../testdata/hostile.ts';
import { craftOrigin, craftParagraph, craftRun, craftWord } from '../testdata/word.ts';
import { compareTexts, countMarkupOf, readMarkupOf, readTextOf, writeCleanCopyOf } from './read-tasks.adapter.ts';

const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** How long the readings of a document may take, in milliseconds; a process that reads has longer. */
const timeLimitMs = 10_000;

/** Reads a document in each way; returns how many of them have refused it. Errors are refusals, too. */
async function countRefusals(bytes: Buffer, extension: string): Promise<number> {
  const file = { bytes, extension };
  const readings = [
    async () => compareTexts(await readTextOf(file), await readTextOf(file)),
    () => countMarkupOf(bytes),
    () => readMarkupOf(bytes),
    () => writeCleanCopyOf(bytes, join(folder, randomUUID())),
  ];
  let refusals = 0;
  for (const read of extension === 'pdf' ? readings.slice(0, 1) : readings)
    await read().catch((error: unknown) => {
      expect(error).toBeInstanceOf(Error);
      refusals += 1;
    });
  return refusals;
}

describe('a hostile document ends its reading soon', () => {
  const files = hostileFiles.filter(({ name }) => ['docx', 'pdf'].includes(extensionOf(name)));
  test.each(files.map((file) => [file.title, file] as const))('%s', { timeout: timeLimitMs }, async (_, file) => {
    expect(await countRefusals(Buffer.from(file.bytes()), extensionOf(file.name))).toBeLessThanOrEqual(4);
  });
});

const many = 3000;
const comment = (id: number, paragraph: string) =>
  `<w:comment ${craftOrigin(id)}><w:p w14:paraId="${paragraph}">${craftRun('Hinweis')}</w:p></w:comment>`;
const reply = (paragraph: string, parent: string) =>
  `<w15:commentEx w15:paraId="${paragraph}" w15:paraIdParent="${parent}"/>`;
const numbers = Array.from({ length: many }, (_, index) => index);

describe('a document that is made to keep its reader busy is read within seconds', () => {
  test.each<[string, () => Buffer]>([
    [
      'comments that reply to each other in a circle, or to themselves',
      () =>
        craftWord(craftParagraph(`<w:commentRangeStart w:id="0"/>${craftRun('Text')}`), {
          comments: comment(0, 'A') + comment(1, 'B') + comment(2, 'C'),
          commentsExtended: reply('A', 'B') + reply('B', 'A') + reply('C', 'C'),
        }),
    ],
    [
      'lists with huge levels, numbers and markers, and levels that are no numbers',
      () =>
        craftWord(
          ['999999999', '-1', 'x']
            .map((level) =>
              craftParagraph(
                craftRun('Text'),
                `<w:outlineLvl w:val="${level}"/><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr>`,
              ),
            )
            .join('') +
            numbers
              .map(() =>
                craftParagraph(
                  craftRun(randomUUID()),
                  '<w:numPr><w:ilvl w:val="999999999"/><w:numId w:val="1"/></w:numPr>',
                ),
              )
              .join(''),
          {
            numbering:
              `<w:abstractNum w:abstractNumId="1">${[0, 8, 999_999_999]
                .map(
                  (level) =>
                    `<w:lvl w:ilvl="${level}"><w:start w:val="1e300"/><w:numFmt w:val="lowerLetter"/>` +
                    `<w:lvlText w:val="${'%1'.repeat(100)}"/></w:lvl>`,
                )
                .join('')}</w:abstractNum>` + '<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>',
          },
        ),
    ],
    [
      'sixty tables within each other',
      () =>
        craftWord(
          `${'<w:tbl><w:tr><w:tc>'.repeat(60)}${craftParagraph(craftRun('a')).repeat(many)}` +
            '</w:tc></w:tr></w:tbl>'.repeat(60),
        ),
    ],
    [
      'styles that are based on each other in a circle',
      () =>
        craftWord(craftParagraph(craftRun('Text', '<w:rStyle w:val="a"/>')), {
          styles: ['ab', 'ba']
            .map(([id, base]) => `<w:style w:styleId="${id}"><w:basedOn w:val="${base}"/></w:style>`)
            .join(''),
        }),
    ],
    [
      'thousands of ranges of comments within each other',
      () =>
        craftWord(craftParagraph(numbers.map((id) => `<w:commentRangeStart w:id="${id}"/>${craftRun('a')}`).join('')), {
          comments: numbers.map((id) => comment(id, `P${id}`)).join(''),
        }),
    ],
    [
      'thousands of replies, each to the last one',
      () =>
        craftWord(craftParagraph(`<w:commentRangeStart w:id="${many - 1}"/>${craftRun('a', '<w:b/>').repeat(100)}`), {
          comments: numbers.map((id) => comment(id, `P${id}`)).join(''),
          commentsExtended: numbers
            .slice(1)
            .map((id) => reply(`P${id}`, `P${id - 1}`))
            .join(''),
        }),
    ],
    [
      'thousands of fields without an end',
      () =>
        craftWord(
          // Each with an id of its own, so that they are not refused for packing well.
          craftParagraph(
            numbers.map(() => `<w:r w:rsidR="${randomUUID()}"><w:fldChar w:fldCharType="begin"/></w:r>`).join(''),
          ),
        ),
    ],
    [
      'a header that is the text itself',
      () =>
        craftWord(
          `${craftParagraph(craftRun('Text'))}<w:sectPr><w:headerReference r:id="self"/></w:sectPr>`,
          {},
          {
            relationships:
              '<Relationship Id="self" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/header" Target="document.xml"/>',
          },
        ),
    ],
  ])('%s', { timeout: timeLimitMs }, async (_, craft) => {
    expect(await countRefusals(craft(), 'docx')).toBe(0);
  });
});

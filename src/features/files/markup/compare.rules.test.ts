import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addLayouts,
  compareBlocks,
  isTooLongToCompare,
  normaliseBlocks,
  type ComparedRun,
  type Comparison,
} from './compare.rules.ts';

/** Writes a comparison as lines: '=' same, '+' inserted, '-' deleted, '~' changed, with '>' if the block is moved. */
const show = ({ blocks }: Comparison): string[] =>
  blocks.map(({ change, moved, runs }) => {
    const sign = { same: '=', inserted: '+', deleted: '-', changed: '~' }[change];
    const marks = { same: ['', ''], inserted: ['{', '}'], deleted: ['[', ']'] } as const;
    const isChanged = change === 'changed';
    const text = runs.map((run) => (isChanged ? marks[run.change].join(run.text) : run.text)).join('');
    return `${sign}${moved ? '>' : ''} ${text}`;
  });

const compare = (from: readonly string[], to: readonly string[]) => show(compareBlocks(from, to));

describe('comparing two documents [5.14]', () => {
  test('tells which blocks are the same, inserted, deleted and changed', () => {
    const comparison = compareBlocks(
      ['Lebenslauf', 'Geboren am 3. Mai in Köln', 'Hobbys: Lesen', 'Gruß'],
      ['Lebenslauf', 'Geboren am 3. Mai in Bonn', 'Gruß', 'Anlagen'],
    );
    expect(show(comparison)).toEqual([
      '= Lebenslauf',
      '~ Geboren am 3. Mai in [Köln]{Bonn}',
      '- Hobbys: Lesen',
      '= Gruß',
      '+ Anlagen',
    ]);
    expect(comparison.counts).toEqual({ inserted: 1, deleted: 1, changed: 1 });
  });

  test('of empty documents finds everything inserted or deleted, and nothing in both', () => {
    expect(compare([], ['A'])).toEqual(['+ A']);
    expect(compare(['A'], [])).toEqual(['- A']);
    expect(compareBlocks([], [])).toEqual({ blocks: [], counts: { inserted: 0, deleted: 0, changed: 0 } });
  });

  test('marks moved blocks in both places, first with first, and counts them in both', () => {
    const comparison = compareBlocks(['Erfahrung', 'A', 'B', 'C'], ['A', 'B', 'C', 'Erfahrung', 'Erfahrung']);
    expect(show(comparison)).toEqual(['-> Erfahrung', '= A', '= B', '= C', '+> Erfahrung', '+ Erfahrung']);
    expect(comparison.counts).toEqual({ inserted: 2, deleted: 1, changed: 0 });
  });

  test('does not tell a moved block word by word, even if a similar one stands in its old place', () => {
    expect(compare(['Ich kann gut kochen', 'A', 'B'], ['Ich kann gut malen', 'A', 'B', 'Ich kann gut kochen'])).toEqual(
      ['-> Ich kann gut kochen', '+ Ich kann gut malen', '= A', '= B', '+> Ich kann gut kochen'],
    );
  });

  test('pairs each block with the most similar one', () => {
    expect(
      compare(
        ['2019 bis 2021 Verkäuferin in Köln', '2021 bis 2024 Kassiererin in Bonn'],
        ['2018 Praktikum', '2019 bis 2021 Verkäuferin in Kerpen', '2021 bis 2024 Filialleiterin in Bonn'],
      ),
    ).toEqual([
      '+ 2018 Praktikum',
      '~ 2019 bis 2021 Verkäuferin in [Köln]{Kerpen}',
      '~ 2021 bis 2024 [Kassiererin]{Filialleiterin} in Bonn',
    ]);
  });

  test('tells blocks that have little in common as deleted and inserted', () => {
    expect(compare(['Ich suche eine Stelle'], ['Sehr geehrte Frau Dr. Weber'])).toEqual([
      '- Ich suche eine Stelle',
      '+ Sehr geehrte Frau Dr. Weber',
    ]);
  });

  test('takes blocks for similar if two in five of their letters are in the same words, as often as in both', () => {
    expect(compare(['ab xyz'], ['ab uvw'])).toEqual(['~ ab [xyz]{uvw}']);
    expect(compare(['ab xyzq'], ['ab uvwr'])).toEqual(['- ab xyzq', '+ ab uvwr']);
    expect(compare(['a b c d'], ['e f g h'])).toEqual(['- a b c d', '+ e f g h']);
    expect(compare(['gut gut gut gut'], ['gut schlecht mäßig'])).toEqual(['- gut gut gut gut', '+ gut schlecht mäßig']);
    expect(compare(['ja ja ja nein'], ['ja ja ja doch'])).toEqual(['~ ja ja ja [nein]{doch}']);
  });

  test('pairs many blocks rather than the one pair that is most similar', () => {
    const [one, two] = ['Köln Bonn Aachen Düren', 'Excel Word Outlook Teams'];
    expect(compare([one, two, 'x'], ['y', `${one} 1`, `${two} 2`])).toEqual([
      '+ y',
      `~ ${one}{ 1}`,
      `~ ${two}{ 2}`,
      '- x',
    ]);
    // Only one of two crossed pairs is possible.
    expect(compare([`${one} A`, two], [`${two} Büro`, `${one} A C`])).toEqual([
      `+ ${two} Büro`,
      `~ ${one} A{ C}`,
      `- ${two}`,
    ]);
    expect(compare([one, `${two} A`], [`${two} A C`, `${one} Büro`])).toEqual([
      `- ${one}`,
      `~ ${two} A{ C}`,
      `+ ${one} Büro`,
    ]);
  });

  test('looks for a similar block within 200 places only', () => {
    const others = (count: number, word: string) => Array.from({ length: count }, (_, index) => `${word}${index}`);
    const changeAt = (place: number) => {
      const to = [...others(place, 'x'), 'Köln und Bonn neu', ...others(299 - place, 'y')];
      return compareBlocks(['Köln und Bonn'], to).counts.changed;
    };
    expect([changeAt(0), changeAt(200), changeAt(201)]).toEqual([1, 1, 0]);
  });

  test('tells whole words, and replaced words together with what stands between them', () => {
    expect(compare(['Ich bin sehr teamfähig und pünktlich.'], ['Ich bin äußerst zuverlässig und pünktlich!'])).toEqual([
      '~ Ich bin [sehr teamfähig]{äußerst zuverlässig} und pünktlich[.]{!}',
    ]);
    expect(compare(['Word 2016 und Excel'], ['Word 2019, Excel'])).toEqual(['~ Word [2016 und]{2019,} Excel']);
    expect(compare(['Ich bin gut im Lager'], ['Ich arbeite seit 2019 im Lager'])).toEqual([
      '~ Ich [bin gut]{arbeite seit 2019} im Lager',
    ]);
    expect(compare(['Bis 12/2019 Kasse, Köln, Nordlicht GmbH'], ['Bis 03/2021 Verkauf, Bonn, Nordlicht GmbH'])).toEqual(
      ['~ Bis [12/2019 Kasse]{03/2021 Verkauf}, [Köln]{Bonn}, Nordlicht GmbH'],
    );
    expect(compare(['Geboren am 3.5.1990'], ['Geboren am 3.6.1990'])).toEqual(['~ Geboren am 3.[5]{6}.1990']);
    expect(compare(['Gern bei Anna und Bo'], ['Oft Anna, aber Bo'])).toEqual([
      '~ [Gern bei]{Oft} Anna{,} [und]{aber} Bo',
    ]);
    expect(compare(['Ein langer Satz bleibt'], ['Ein sehr langer Satz bleibt hier'])).toEqual([
      '~ Ein {sehr }langer Satz bleibt{ hier}',
    ]);
  });

  test('tells whole sentences, even if they begin like their neighbours', () => {
    expect(compare(['Ich bin mobil. Ich helfe gern.'], ['Ich lerne schnell. Ich bin mobil. Ich helfe gern.'])).toEqual([
      '~ {Ich lerne schnell. }Ich bin mobil. Ich helfe gern.',
    ]);
    expect(compare(['Ich bin mobil! Ich kann Word! Ich helfe gern.'], ['Ich bin mobil! Ich helfe gern.'])).toEqual([
      '~ Ich bin mobil! [Ich kann Word! ]Ich helfe gern.',
    ]);
    // Nothing else is moved: words within a sentence, and words that only end with the same letters.
    expect(compare(['Gern bin ich mobil und in Köln'], ['Gern bin ich mobil und ich in Köln'])).toEqual([
      '~ Gern bin ich mobil und {ich }in Köln',
    ]);
    expect(compare(['ich helfe gern'], ['ich sehe dich helfe gern'])).toEqual(['~ ich {sehe dich }helfe gern']);
    expect(compare(['ich helfe gern ich'], ['ich sehe ich'])).toEqual(['~ ich [helfe gern]{sehe} ich']);
  });

  test('compares letters as they are written', () => {
    expect(compare(['lebenslauf von Anna'], ['Lebenslauf von Anna'])).toEqual(['~ [lebenslauf]{Lebenslauf} von Anna']);
  });

  test('of blocks with thousands of different words tells the whole blocks', () => {
    const words = (prefix: string) => Array.from({ length: 1500 }, (_, index) => `${prefix}${index}`).join(' ');
    const same = 'Gleich '.repeat(3000);
    const { blocks } = compareBlocks([same + words('a')], [same + words('b')]);
    expect(blocks.map(({ change, runs }) => [change, ...runs.map((run) => run.change)])).toEqual([
      ['changed', 'deleted', 'inserted'],
    ]);
  });

  test('ignores kinds and numbers of blanks, and empty blocks', () => {
    const blocks = [' A\tb\n c  d ', '  \n', '', 'E'].map((text, index) => ({ text, index }));
    expect(normaliseBlocks(blocks)).toEqual([
      { text: 'A b c d', index: 0 },
      { text: 'E', index: 3 },
    ]);
  });

  test('is refused for more than 2,000 blocks or 400,000 characters', () => {
    const blocks = (count: number, length: number) => Array.from({ length: count }, () => 'x'.repeat(length));
    expect([blocks(2000, 200), blocks(1, 400_000)].map(isTooLongToCompare)).toEqual([false, false]);
    expect([blocks(2001, 1), blocks(1, 400_001), blocks(2000, 201)].map(isTooLongToCompare)).toEqual([
      true,
      true,
      true,
    ]);
  });
});

/** Documents of a few words, so that many blocks are the same, similar or moved. */
const word = fc.constantFrom('Ich', 'bin', 'war', 'in', 'Köln', 'Bonn', '2021', ',', '.', '(', 'sehr', 'gut');
const block = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '));
const documentText = fc.array(block, { maxLength: 8 });

test('without deleted runs a comparison is the second text, without inserted ones the first [5.14]', () => {
  const textWithout = ({ blocks }: Comparison, left: 'deleted' | 'inserted') =>
    blocks
      .map(({ runs }) => runs.flatMap(({ change, text }) => (change === left ? [] : text)).join(''))
      .filter((text) => text !== '');
  fc.assert(
    fc.property(documentText, documentText, (from, to) => {
      const comparison = compareBlocks(from, to);
      expect(textWithout(comparison, 'deleted')).toEqual(to);
      expect(textWithout(comparison, 'inserted')).toEqual(from);
      const sideOf = (runs: ComparedRun[], left: 'deleted' | 'inserted') =>
        runs.flatMap(({ change, text }) => (change === left ? [] : text)).join('') || null;
      expect(addLayouts(comparison.blocks, from, to).map(({ layout }) => layout)).toEqual(
        comparison.blocks.map(({ runs }) => ({ from: sideOf(runs, 'inserted'), to: sideOf(runs, 'deleted') })),
      );
      for (const { change, moved, runs } of comparison.blocks) {
        const changes = new Set(runs.map((run) => run.change));
        if (change === 'changed') expect([...changes]).not.toEqual(['same']);
        else expect([...changes]).toEqual([change]);
        if (moved) expect(['inserted', 'deleted']).toContain(change);
      }
      const moved = (change: string) =>
        comparison.blocks
          .filter((one) => one.moved && one.change === change)
          .map(({ runs }) => runs[0]?.text ?? '')
          .sort((a, b) => (a < b ? -1 : 1));
      expect(moved('deleted')).toEqual(moved('inserted'));
    }),
    { numRuns: 10_000 },
  );
}, 20_000);

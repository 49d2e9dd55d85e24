import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { pathExists, findMissingTests, findPaths, findTestReferences, readSource } from '../support/sources.ts';

/**
 * The levels of the requirements of OWASP ASVS 5.0, in their order. Each line is a chapter, each group of digits a
 * section, and each digit the level of a requirement.
 */
const levels = [
  '22 1111122223 112222222223 222 123',
  '122 112 12223 23',
  '3 113 12223 11222233 11122333 3 22333',
  '12233 23333 22 1222',
  '2 112333 113 222',
  '122 111111112222 11223333 112233 22222333 2223 33 2222',
  '222 1111 22 11222 223 22',
  '1233 1123 133 23',
  '111 1222',
  '22 223 22223 1111122222233333 22222 22 222',
  '2233 22233 11233 1222 23 23 33',
  '12233 11 22223',
  '2333 222223 2233 1222233',
  '22 12223333 122',
  '12233 12233 1222222 3333',
  '2 22222 2222 222 2223',
  '23 22223333 22',
];

/** A row of docs/security/asvs.csv. */
interface Row {
  id: string;
  level: string;
  applies: string;
  met: string;
  tested: string;
  deviation: string;
  state: string;
}

const requirements = levels.flatMap((chapter, chapterIndex) =>
  chapter.split(' ').flatMap((section, sectionIndex) =>
    section.split('').map((level, index) => ({
      id: `V${chapterIndex + 1}.${sectionIndex + 1}.${index + 1}`,
      level,
    })),
  ),
);
const register: Row[] = parse(readSource('docs/security/asvs.csv'), { columns: true });
/** The lines of the table of threats (T…), races (R…) and faults (F…). */
const threatLines = readSource('docs/security/threats.md')
  .split('\n')
  .filter((line) => /^\| [TRF]\d/.test(line));

describe('the register of the ASVS', () => {
  test('has each requirement of levels 1 and 2 once and in order, and only existing requirements of level 3', () => {
    const ids = register.map(({ id }) => id);
    expect(ids).toEqual(requirements.filter(({ id, level }) => level !== '3' || ids.includes(id)).map(({ id }) => id));
    for (const { id, level } of register) expect(requirements).toContainEqual({ id, level });
  });

  test('says for each requirement whether it applies and what its state is', () => {
    const invalidRows = register.filter(({ applies, state }) =>
      applies === 'yes' ? !['met', 'deviation', 'open'].includes(state) : applies !== 'no' || state !== 'n/a',
    );
    expect(invalidRows).toEqual([]);
  });

  test('explains how each requirement is met, why it is not met, or what is missing', () => {
    const unexplainedRows = register.filter(
      ({ state, met, deviation }) => (state === 'met' ? met : deviation || met) === '',
    );
    expect(unexplainedRows).toEqual([]);
    // A deviation has a reason and, after a semicolon, the measures that are taken instead.
    expect(register.filter(({ state, deviation }) => state === 'deviation' && !/; /.test(deviation))).toEqual([]);
    expect(register.filter(({ state, deviation }) => state === 'open' && !deviation)).toEqual([]);
  });

  test('names only files and tests that exist', () => {
    const allText = register.map(({ met, tested, deviation }) => `${met} ${tested} ${deviation}`).join(' ');
    expect(findPaths(allText).filter((path) => !pathExists(path))).toEqual([]);
    expect(findMissingTests(findTestReferences(allText))).toEqual([]);
    expect(register.filter(({ tested }) => tested !== '' && findTestReferences(tested).length === 0)).toEqual([]);
  });
});

describe('the table of threats', () => {
  test('has every threat, race and fault once, each with a state', () => {
    const ids = threatLines.map((line) => line.split('|')[1]?.trim());
    const listIds = (letter: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${letter}${String(index + 1).padStart(2, '0')}`);
    expect(ids).toEqual([...listIds('T', 49), ...listIds('R', 39), ...listIds('F', 21)]);
    expect(threatLines.filter((line) => !/\| (built|part|open|answered) +\|$/.test(line))).toEqual([]);
  });

  test('names only files and tests that exist', () => {
    expect(findPaths(threatLines.join(' ')).filter((path) => !pathExists(path))).toEqual([]);
    expect(findMissingTests(findTestReferences(threatLines.join(' ')))).toEqual([]);
    expect(threatLines.filter((line) => /\| built +\|$/.test(line) && findTestReferences(line).length === 0)).toEqual(
      [],
    );
  });
});

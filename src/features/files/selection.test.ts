import { describe, expect, test } from 'vitest';
import { findUploadProblem } from './formats.rules.ts';
import { exceedsUploadLimit, removeDuplicates } from './rules.ts';

const file = (name: string, size = 100, lastModified = 1) => ({ name, size, lastModified });

describe('the files selected for an upload', () => {
  test('include a file only once even if it was picked twice, and include different files of the same name [5.1]', () => {
    const picked = [file('a.docx'), file('a.docx'), file('a.docx', 200), file('a.docx', 100, 2)];
    expect(removeDuplicates(picked)).toEqual([picked[0], picked[2], picked[3]]);
  });

  test('may have at most 10,000,000 bytes in total', () => {
    expect(exceedsUploadLimit([file('a.docx', 4_000_000), file('b.pdf', 6_000_000)])).toBe(false);
    expect(exceedsUploadLimit([file('a.docx', 4_000_000), file('b.pdf', 6_000_001)])).toBe(true);
  });

  test('must be docx or pdf, must not be empty, and must not have invisible characters in their names', () => {
    expect(['a.docx', 'B.PDF', 'Lebenslauf.neu.docx'].map((name) => findUploadProblem(file(name)))).toEqual([
      '',
      '',
      '',
    ]);
    expect(findUploadProblem(file('a.doc'))).toContain('Erlaubt sind docx und pdf.');
    expect(findUploadProblem(file('docx'))).toContain('Erlaubt sind docx und pdf.');
    expect(findUploadProblem(file('a.pdf', 0))).toBe('Diese Datei ist leer.');
    expect(findUploadProblem(file('Leben\u202eslauf.docx'))).toBe(
      'Der Name dieser Datei hat Zeichen, die man nicht sieht. Bitte gib der Datei einen neuen Namen.',
    );
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toDisplayName, extensionOf, findFreeName } from './name.rules.ts';

test.each([
  ['Lebenslauf.docx', 'Lebenslauf.docx'],
  ['C:\\Users\\Ida\\Lebenslauf.docx', 'Lebenslauf.docx'],
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\boot.ini', 'boot.ini'],
  ['u\u0308ber mich.pdf', 'über mich.pdf'],
  ['Lebenslauf\u202Excod.exe', 'Lebenslaufxcod.exe'],
  ['CV\0.docx', 'CV.docx'],
  ['CV\r\nSet-Cookie: a.docx', 'CVSet-Cookie: a.docx'],
  ['  CV.docx \t', 'CV.docx'],
  ['', 'Datei'],
  ['..', 'Datei'],
  ['Unterlagen/', 'Datei'],
  ['\u200B\uD800', 'Datei'],
  ['.docx', '.docx'],
  [`${'x'.repeat(300)}.docx`, `${'x'.repeat(115)}.docx`],
  ['x'.repeat(300), 'x'.repeat(120)],
  [`a.${'x'.repeat(300)}`, `a.${'x'.repeat(118)}`],
  [`${'x'.repeat(114)}😀.docx`, `${'x'.repeat(114)}.docx`],
  [`${'x'.repeat(114)} y.docx`, `${'x'.repeat(114)}.docx`],
])('the file name %j is displayed as %j', (sent, displayed) => {
  expect(toDisplayName(sent)).toBe(displayed);
});

test.each([
  ['CV.DOCX', 'docx'],
  ['CV.pdf.docx', 'docx'],
  ['CV', ''],
  ['CV.', ''],
  ['.docx', 'docx'],
])('the file name %j has the extension %j', (name, extension) => {
  expect(extensionOf(name)).toBe(extension);
});

test('a name that is designed to slow down a regular expression is displayed quickly', () => {
  const started = performance.now();
  expect(toDisplayName(`${'x'.repeat(200_000)}/CV.docx`)).toBe('CV.docx');
  expect(toDisplayName('.'.repeat(200_000)).length).toBeLessThanOrEqual(120);
  expect(performance.now() - started).toBeLessThan(1000);
});

test('a second and a third file of the same name get a number before the extension', () => {
  const takenNames = new Set(['CV.docx']);
  expect(findFreeName('CV.pdf', takenNames)).toBe('CV.pdf');
  expect(findFreeName('CV.docx', takenNames)).toBe('CV (2).docx');
  expect(findFreeName('CV.docx', new Set(['CV.docx', 'CV (2).docx']))).toBe('CV (3).docx');
  const longName = toDisplayName(`${'x'.repeat(300)}.docx`);
  expect(findFreeName(longName, new Set([longName]))).toBe(`${'x'.repeat(111)} (2).docx`);
  expect(findFreeName('Mappe', new Set(['Mappe']))).toBe('Mappe (2)');
});

const sentName = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc
    .array(fc.constantFrom('/', '\\', '.', ' ', '\u202E', '\0', 'ä', 'a\u0308', '😀', '\uD83D', 'docx', '(2)'), {
      maxLength: 200,
    })
    .map((parts) => parts.join('')),
);

test('any file name is displayed as one harmless line of 1 to 120 characters, and the displayed name stays the same if it is sent again', () => {
  fc.assert(
    fc.property(sentName, (sent) => {
      const name = toDisplayName(sent);
      expect(name).not.toMatch(/[/\\\p{Cc}\p{Cf}\p{Cs}]/u);
      expect(name).not.toMatch(/^\.*$/);
      expect(name).toBe(name.normalize('NFC'));
      expect(name).toBe(name.trim());
      expect(name.length).toBeLessThanOrEqual(120);
      expect(toDisplayName(name)).toBe(name);
    }),
    { numRuns: 10_000 },
  );
});

test('a free name differs from the names that are taken, keeps its extension and has at most 120 characters', () => {
  fc.assert(
    fc.property(sentName.map(toDisplayName), fc.integer({ min: 1, max: 12 }), (name, copies) => {
      const takenNames = new Set<string>();
      for (let copy = 0; copy < copies; copy += 1) takenNames.add(findFreeName(name, takenNames));
      expect(takenNames.size).toBe(copies);
      for (const freeName of takenNames) {
        expect(freeName.length).toBeLessThanOrEqual(120);
        const hasOrdinaryExtension = /[^.\s]\.[a-z]{1,4}$/.test(name);
        if (hasOrdinaryExtension) expect(extensionOf(freeName)).toBe(extensionOf(name));
      }
    }),
  );
});

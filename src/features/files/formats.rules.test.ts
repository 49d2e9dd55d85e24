import { describe, expect, test } from 'vitest';
import { describeUnreadable, findUploadProblem } from './formats.rules.ts';
import { coachExtensions } from './rules.ts';

test('the list says why a document can only be downloaded [5.11]', () => {
  const oldFormat = 'doc und odt lassen sich hier nur herunterladen';
  const reasonFor = (name: string, size = 1) => describeUnreadable({ name, size });
  expect(['CV.docx', 'CV.PDF', 'CV.doc', 'CV.ODT'].map((name) => reasonFor(name))).toEqual([
    '',
    '',
    oldFormat,
    oldFormat,
  ]);
  expect(reasonFor('CV.pdf', 20_000_001)).toBe('Über 20 MB lassen sich hier nur herunterladen');
});

describe('a file to upload [5.1]', () => {
  const notForParticipants = 'Diese Datei kann nicht hochgeladen werden. Erlaubt sind docx und pdf.';
  const notForCoaches = 'Diese Datei kann nicht hochgeladen werden. Erlaubt sind doc, docx, odt und pdf.';
  const invisible = 'Der Name dieser Datei hat Zeichen, die man nicht sieht. Bitte gib der Datei einen neuen Namen.';

  test.each([
    ['Lebenslauf.docx', 1, ''],
    ['LEBENSLAUF.PDF', 1, ''],
    ['Lebenslauf.odt', 1, `${notForParticipants} Öffne sie in Word oder LibreOffice und speichere sie als docx.`],
    ['Lebenslauf.pdf.exe', 1, notForParticipants],
    ['.pdf.', 1, notForParticipants],
    ['pdf', 1, notForParticipants],
    ['Lebens\u200Blauf.pdf', 1, invisible],
    ['Lebenslauf.pdf', 0, 'Diese Datei ist leer.'],
  ])('of a participant, %j of %i bytes, has the problem %j', (name, size, problem) => {
    expect(findUploadProblem({ name, size })).toBe(problem);
  });

  test.each([
    ['Lebenslauf.doc', ''],
    ['Lebenslauf.docx', ''],
    ['Lebenslauf.odt', ''],
    ['Lebenslauf.pdf', ''],
    ['Lebenslauf.txt', notForCoaches],
  ])('of a coach, %j, has the problem %j', (name, problem) => {
    expect(findUploadProblem({ name, size: 1 }, coachExtensions)).toBe(problem);
  });
});

import { expect, test } from 'vitest';
import { documentsToAnswer } from './documentsToAnswer.ts';

test('a document waits for the coach until it or a later one is answered, only in its newest version, newest first [7.10]', () => {
  const upload = (
    name: string,
    day: string,
    changes: { uploadByCoach?: boolean; mine?: boolean; state?: string } = {},
  ) => {
    const facts = { name, uploadedAt: `2026-11-${day}T10:00:00.000Z`, uploadByCoach: false, mine: false, state: 'new' };
    return { ...facts, ...changes };
  };
  const coachUpload = (day: string, mine: boolean) => upload('Antwort.docx', day, { uploadByCoach: true, mine });
  const entry = (id: number, participantId: number, data: ReturnType<typeof upload>[]) => ({
    id,
    participantId,
    files: { data },
  });
  const lena = [upload('CV.docx', '20'), upload('CV.docx', '22'), upload('Brief.docx', '25', { state: 'inWork' })];
  const waiting = documentsToAnswer([
    entry(1, 1, lena),
    entry(2, 1, lena),
    entry(3, 2, [upload('Zeugnis.pdf', '18'), coachUpload('19', true), upload('CV.docx', '24')]),
    entry(4, 3, [coachUpload('26', false), upload('CV.docx', '23')]),
    entry(5, 4, [upload('CV.docx', '21', { state: 'returned' }), upload('CV.docx', '20')]),
    entry(6, 5, []),
  ]);
  expect(waiting.map(({ entry, document }) => [entry.id, document.name, document.uploadedAt.slice(8, 10)])).toEqual([
    [1, 'Brief.docx', '25'],
    [3, 'CV.docx', '24'],
    [4, 'CV.docx', '23'],
    [1, 'CV.docx', '22'],
  ]);
});

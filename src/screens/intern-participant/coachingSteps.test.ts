import { describe, expect, test } from 'vitest';
import type { OwnAppointment } from '../../features/booking/contract.ts';
import {
  attendingStatus,
  bookingStatus,
  describeAnswer,
  documentsStatus,
  findNextStep,
  ratingStatus,
  countUnrated,
  type AnswerDocument,
} from './coachingSteps.ts';

const appointment = (changes: Partial<OwnAppointment>, meta: Partial<OwnAppointment['meta']> = {}): OwnAppointment => ({
  id: 1,
  date: '2026-11-30',
  start: '10:00:00',
  end: '10:45:00',
  type: 'Einzelcoaching',
  coach: 'Anna Berg',
  coachId: 2,
  coachPicture: null,
  status: 'G',
  href: null,
  note: '',
  ...changes,
  meta: { stornoPossible: false, coming: false, movedByStaff: false, past: false, today: false, rating: null, ...meta },
});
const pastAppointment = (changes: Partial<OwnAppointment> = {}, rating: { averageRating: number } | null = null) =>
  appointment(changes, { past: true, rating });

test('the first step is done as soon as there is an editable file', () => {
  expect(documentsStatus(true).done).toBe(true);
  expect(documentsStatus(false)).toEqual({ done: false, text: 'Es fehlt noch eine bearbeitbare Datei (docx).' });
});

test('the second step shows how many of three Einzelcoachings are booked, and is done when two are booked', () => {
  expect(bookingStatus({ used: 1, max: 3 })).toEqual({
    done: false,
    text: 'Du hast 1 von 3 Einzelcoachings gebucht.',
  });
  expect(bookingStatus({ used: 2, max: 3 }).done).toBe(true);
});

test('the third step names the next booked appointment, never a missed or cancelled one', () => {
  const appointments = [appointment({ status: 'K', date: '2026-11-29' }), appointment({}), pastAppointment()];
  expect(attendingStatus(appointments).text).toBe(
    'Dein nächster Termin: Mo, 30.11.2026, 10:00 bis 10:45 Uhr, Anna Berg.',
  );
});

test('without a next appointment, the third step shows the number of past coachings, or that there is no appointment yet', () => {
  expect(attendingStatus([pastAppointment(), pastAppointment({ status: 'V' })])).toEqual({
    done: true,
    text: 'Du hast an 1 Coaching teilgenommen.',
  });
  expect(attendingStatus([]).text).toBe('Es steht noch kein Termin an.');
});

test('coachings can be rated if they have taken place, in May 2025 or later, and have no rating yet', () => {
  const appointments = [
    pastAppointment(),
    pastAppointment({ date: '2025-05-01' }),
    pastAppointment({ date: '2025-04-30' }),
    pastAppointment({ status: 'V' }),
  ];
  expect(ratingStatus(appointments)).toEqual({ done: false, text: 'Du kannst 2 Coachings bewerten.' });
  expect(countUnrated(appointments)).toBe(2);
  expect(countUnrated([pastAppointment({}, { averageRating: 4 }), appointment({})])).toBe(0);
  expect(ratingStatus([pastAppointment({}, { averageRating: 4 })]).done).toBe(true);
  expect(ratingStatus([appointment({})]).text).toBe('Nach deinem ersten Coaching geht es hier weiter.');
});

test('the next step is to upload, book, attend, rate, book again and fetch the edited documents, in this order [4.12]', () => {
  const titleOfNextStep = (hasEditableFile: boolean, bookedCount: number, appointments: OwnAppointment[]) =>
    findNextStep({ hasEditableFile, bookedCount, appointments, offers: [], answer: null, today: '2026-11-27' }).title;
  expect(titleOfNextStep(false, 1, [appointment({})])).toBe('Lade deinen Lebenslauf hoch');
  expect(titleOfNextStep(true, 0, [])).toBe('Buche deinen ersten Termin');
  expect(titleOfNextStep(true, 1, [appointment({}), pastAppointment()])).toBe('Mo, 30.11.2026, 10:00 bis 10:45 Uhr');
  expect(titleOfNextStep(true, 1, [pastAppointment()])).toBe('Wie war dein Coaching?');
  const unrated = [pastAppointment({ id: 5 }, { averageRating: 4 }), pastAppointment({ id: 6 })];
  const facts = { hasEditableFile: true, bookedCount: 2, offers: [], answer: null, today: '2026-11-27' };
  expect(findNextStep({ ...facts, appointments: unrated }).to).toBe('/appointments?bewerten=6');
  expect(titleOfNextStep(true, 1, [pastAppointment({}, { averageRating: 4 })])).toBe('Buche deinen zweiten Termin');
  const rated = [pastAppointment({}, { averageRating: 4 }), pastAppointment({}, { averageRating: 5 })];
  expect(findNextStep({ ...facts, appointments: rated })).toMatchObject({
    title: 'Hol deine Dokumente ab',
    to: '/files#vom-coach',
  });
});

describe('what the coach has sent back [4.12]', () => {
  const document = (id: number, name: string, uploadedAt: string, markup: AnswerDocument['markup'] = null) => ({
    id,
    name,
    uploadedAt,
    markup,
  });
  const counts = { insertions: 5, deletions: 7, comments: 3 };
  const today = '2026-11-27';
  const cv = document(1, 'CV.docx', '2026-11-20T23:30:00.000Z', counts);
  const letter = document(2, 'Brief.pdf', '2026-11-20T09:00:00.000Z');
  const own = [document(3, 'CV.docx', '2026-11-20T10:00:00.000Z'), document(4, 'CV.docx', '2026-11-01T10:00:00.000Z')];

  test('is what came since the participant’s last upload', () => {
    expect(describeAnswer({ own, fromCoach: [cv, letter] }, today)).toEqual({
      text: 'Am 21.11.2026 hat dein Coach „CV.docx“ zurückgeschickt: 12 Änderungen, 3 Kommentare.',
      path: '/files#dokument-1',
      isNew: true,
    });
    expect(describeAnswer({ own: [], fromCoach: [cv, letter] }, today)?.text).toBe(
      'Am 21.11.2026 hat dein Coach 2 Dokumente zurückgeschickt: 12 Änderungen, 3 Kommentare.',
    );
    expect(describeAnswer({ own: [], fromCoach: [letter] }, today)?.text).toBe(
      'Am 20.11.2026 hat dein Coach „Brief.pdf“ zurückgeschickt.',
    );
    expect(describeAnswer({ own, fromCoach: [letter] }, today)).toBeNull();
  });

  test('keeps the changes of an answer earlier on that day, each document once, and leads to the changes', () => {
    const ownUpload = document(5, 'CV.docx', '2026-11-21T09:00:00.000Z');
    const secondCv = document(6, 'CV.docx', '2026-11-21T08:00:00.000Z', counts);
    const file = document(7, 'CV.odt', '2026-11-21T10:00:00.000Z');
    expect(describeAnswer({ own: [ownUpload], fromCoach: [letter, cv, file, secondCv] }, today)).toEqual({
      text: 'Am 21.11.2026 hat dein Coach 2 Dokumente zurückgeschickt: 12 Änderungen, 3 Kommentare.',
      path: '/files#dokument-6',
      isNew: true,
    });
  });

  test('is new for 14 days', () => {
    const isNewOn = (day: string) => describeAnswer({ own: [], fromCoach: [cv] }, day)?.isNew;
    expect(isNewOn('2026-12-05')).toBe(true);
    expect(isNewOn('2026-12-06')).toBe(false);
  });

  test('is the last of the next steps', () => {
    const answer = { text: 'Dein Coach war da.', path: '/files#dokument-1', isNew: true };
    const facts = { hasEditableFile: true, bookedCount: 2, offers: [], today, appointments: [] };
    expect(findNextStep({ ...facts, answer })).toMatchObject({ text: answer.text, to: answer.path });
  });
});

test('a slot that is held for the participant comes before every other step, with the end of the hold [4.12]', () => {
  const slot = { date: '2026-12-01', start: '10:00', end: '10:45', coach: 'Anna Berg', coachId: 2 };
  const entry = {
    waitingId: 7,
    coach: null,
    coachId: null,
    coachInactive: false,
    fromDate: '2026-12-01',
    tillDate: '2026-12-01',
    weekdays: null,
    fromTime: null,
    tillTime: null,
    insteadOf: null,
    since: '2026-11-20T08:00:00Z',
    offer: null,
  };
  const offer = { ...slot, appointmentId: 3, until: '2026-11-27T13:30:00Z' };
  const facts = {
    hasEditableFile: true,
    bookedCount: 1,
    appointments: [appointment({})],
    answer: null,
    today: '2026-11-27',
  };
  const stepForOffer = (bookingToReschedule: OwnAppointment | null) =>
    findNextStep({ ...facts, offers: [{ entry, offer, bookingToReschedule }] });
  expect(stepForOffer(null)).toEqual({
    title: 'Für dich reserviert bis 14:30 Uhr',
    text: 'Di, 01.12.2026, 10:00 bis 10:45 Uhr, Anna Berg.',
    to: '/booking?angebot=7',
    linkText: 'Zum reservierten Termin',
  });
  expect(stepForOffer(appointment({})).text).toContain(
    'Dafür verlegst du: Mo, 30.11.2026, 10:00 bis 10:45 Uhr, Anna Berg.',
  );
});

import { describe, expect, test } from 'vitest';
import { instantOf } from '../../shared/berlin.ts';
import {
  CoachCalendar,
  appointmentsWithoutCoachFile,
  createExampleCalendar,
  creationErrors,
  currentStatusLabel,
  defaultOverviewOrder,
  describeHold,
  documentNames,
  endProblem,
  splitRejectedRows,
  intervalErrors,
  intervalOf,
  isRecordedLate,
  isTooLong,
  isUnfinished,
  isUnused,
  moveEnd,
  nextSlot,
  overlapsAbsence,
  recordingMessages,
  recordingProblem,
  statusLabel,
  timeMessages,
  timeProblem,
  toFailedRow,
} from './rules.ts';

test('a booked appointment is Gebucht up to its day and then Beendet; others are Versäumt, Frei or Storniert [4.1]', () => {
  expect(statusLabel('G', '2026-11-30', '2026-11-29')).toBe('Gebucht');
  expect(statusLabel('G', '2026-11-30', '2026-11-30')).toBe('Gebucht');
  expect(statusLabel('G', '2026-11-30', '2026-12-01')).toBe('Beendet');
  expect(statusLabel('V', '2026-11-30', '2026-11-30')).toBe('Versäumt');
  expect(statusLabel('F', '2026-11-30', '2026-12-01')).toBe('Frei');
  expect(statusLabel('K', '2026-11-30', '2026-11-29')).toBe('Storniert');
});

test('a free appointment is Frei or Reserviert until it begins, then Ungebucht, or Beendet after a Speedcoaching; others have the word of their status [4.1] [7.8]', () => {
  const slot = { status: 'F', date: '2026-11-30', timeSlot: '10:00 - 10:45', isSpeedcoaching: false } as const;
  const at = (time: string) => ({ date: '2026-11-30', time });
  expect(['09:59', '10:00', '10:45'].map((time) => currentStatusLabel(slot, at(time)))).toEqual([
    'Frei',
    'Ungebucht',
    'Ungebucht',
  ]);
  const speedcoaching = { ...slot, isSpeedcoaching: true };
  expect(['09:59', '10:44', '10:45'].map((time) => currentStatusLabel(speedcoaching, at(time)))).toEqual([
    'Frei',
    'Frei',
    'Beendet',
  ]);
  expect(currentStatusLabel({ ...slot, reserved: true }, at('09:59'))).toBe('Reserviert');
  expect(currentStatusLabel({ ...slot, reserved: true }, at('10:00'))).toBe('Ungebucht');
  expect(currentStatusLabel({ ...slot, status: 'G' }, at('11:00'))).toBe('Gebucht');
  expect(currentStatusLabel({ ...slot, status: 'G' }, { date: '2026-12-01', time: '00:00' })).toBe('Beendet');
  expect(currentStatusLabel({ ...slot, status: 'V' }, at('11:00'))).toBe('Versäumt');
});

test('a booked appointment counts as unfinished until it ends; a missed one never does', () => {
  const entry = { status: 'G', date: '2026-11-30', timeSlot: '10:00 - 10:45' };
  expect(isUnfinished(entry, { date: '2026-11-30', time: '10:44' })).toBe(true);
  expect(isUnfinished(entry, { date: '2026-11-30', time: '10:45' })).toBe(false);
  expect(isUnfinished(entry, { date: '2026-12-01', time: '00:00' })).toBe(false);
  expect(isUnfinished({ ...entry, status: 'V' }, { date: '2026-11-29', time: '08:00' })).toBe(false);
});

test('a free Einzelcoaching is unused from its start; a booked one or a Speedcoaching never is [7.8]', () => {
  const slot = { status: 'F', date: '2026-11-30', timeSlot: '10:00 - 10:45', isSpeedcoaching: 0 };
  expect(isUnused(slot, { date: '2026-11-30', time: '09:59' })).toBe(false);
  expect(isUnused(slot, { date: '2026-11-30', time: '10:00' })).toBe(true);
  expect(isUnused(slot, { date: '2026-12-01', time: '00:00' })).toBe(true);
  const later = { date: '2026-12-01', time: '08:00' };
  expect(isUnused({ ...slot, isSpeedcoaching: 1 }, later)).toBe(false);
  expect(isUnused({ ...slot, status: 'G' }, later)).toBe(false);
});

test('the documents of an appointment are named once each, even if there are several versions [7.6]', () => {
  const files = { data: [{ name: 'Lebenslauf.pdf' }, { name: 'Anschreiben.docx' }, { name: 'Lebenslauf.pdf' }] };
  expect(documentNames({ files })).toBe('Lebenslauf.pdf, Anschreiben.docx');
  expect(documentNames({ files: { data: [] } })).toBe('');
});

test('past sessions without a coach’s file are listed once per participant, the latest first, but upcoming or missed sessions are not', () => {
  const now = { date: '2026-11-30', time: '12:00' };
  const entry = (id: number, participantId: number, date: string, changes = {}) => ({
    id,
    participantId,
    date,
    status: 'G',
    timeSlot: '10:00 - 10:45',
    files: { data: [{ uploadByCoach: false }] },
    ...changes,
  });
  const entriesWithoutFile = appointmentsWithoutCoachFile(
    [
      entry(1, 1, '2026-11-20'),
      entry(2, 2, '2026-11-21', { status: 'V' }),
      entry(3, 3, '2026-11-22', { files: { data: [{ uploadByCoach: false }, { uploadByCoach: true }] } }),
      entry(4, 4, '2026-11-23', { files: { data: [] } }),
      entry(5, 1, '2026-11-30', { timeSlot: '08:00 - 08:45' }),
      entry(6, 6, '2026-11-30'),
      entry(7, 7, '2026-11-30', { timeSlot: '12:00 - 12:45' }),
    ],
    now,
  );
  expect(entriesWithoutFile.map(({ id }) => id)).toEqual([6, 5, 4]);
});

test('the next proposed slot follows directly with the same length, and never ends after midnight', () => {
  expect(nextSlot({ fromTime: '09:15', tillTime: '10:00' })).toEqual({ fromTime: '10:00', tillTime: '10:45' });
  expect(nextSlot({ fromTime: '22:30', tillTime: '23:14' })).toEqual({ fromTime: '23:14', tillTime: '23:58' });
  expect(nextSlot({ fromTime: '22:00', tillTime: '23:00' })).toEqual({ fromTime: '23:00', tillTime: '' });
});

test('an appointment keeps its duration when its start is changed, and has 45 minutes at first [7.2]', () => {
  const end = (fromTime: string, tillTime: string, newFromTime: string) => moveEnd({ fromTime, tillTime }, newFromTime);
  expect(end('', '', '09:00')).toBe('09:45');
  expect(end('09:00', '', '09:15')).toBe('10:00');
  expect(end('', '11:00', '10:00')).toBe('10:45');
  expect(end('13:45', '14:45', '14:50')).toBe('15:50');
  expect(end('10:00', '09:00', '11:00')).toBe('11:45');
  expect(end('10:00', '10:00', '11:00')).toBe('11:45');
  expect(end('09:00', '09:45', '')).toBe('09:45');
  expect(end('22:00', '22:59', '23:00')).toBe('23:59');
  expect(end('22:00', '23:00', '23:00')).toBe('23:00');
});

/** Returns the instant of a Berlin date and time. */
const instantAt = (date: string, time: string) => {
  const instant = instantOf(date, time);
  if (!instant) throw new Error('This wall clock time does not exist.');
  return instant;
};

describe('a coaching session that is recorded after the fact [7.19]', () => {
  // In UTC, a minute after midnight in Berlin is still the day before.
  const now = instantAt('2026-11-25', '00:01');
  const problemOn = (date: string, time: string, qualificationStart: string | null = null) =>
    recordingProblem({ startsAt: instantAt(date, time), qualificationStart, now });

  test('may have begun at most 14 days ago by the Berlin calendar, even across a clock change', () => {
    expect(problemOn('2026-11-11', '00:00')).toBeNull();
    expect(problemOn('2026-11-10', '23:59')).toBe(recordingMessages.tooLongAgo);
    const afterClockChange = { qualificationStart: null, now: instantAt('2026-11-01', '23:59') };
    expect(recordingProblem({ startsAt: instantAt('2026-10-18', '00:00'), ...afterClockChange })).toBeNull();
    expect(recordingProblem({ startsAt: instantAt('2026-10-17', '23:59'), ...afterClockChange })).toBe(
      recordingMessages.tooLongAgo,
    );
  });

  test('must not have begun before the first day of the qualification, if that is known; an upcoming one may', () => {
    expect(problemOn('2026-11-20', '00:00', '2026-11-20')).toBeNull();
    expect(problemOn('2026-11-19', '23:59', '2026-11-20')).toBe(recordingMessages.beforeQualification);
    expect(problemOn('2026-11-10', '23:59', '2026-11-20')).toBe(recordingMessages.tooLongAgo);
    expect(problemOn('2026-11-25', '00:01', '2027-01-01')).toBe(recordingMessages.beforeQualification);
    expect(problemOn('2026-11-25', '00:02', '2027-01-01')).toBeNull();
  });

  test('counts as recorded late once more than 24 hours have passed since its end', () => {
    const end = instantAt('2026-11-23', '10:00');
    const isLateAfterADayAnd = (ms: number) => isRecordedLate(end, new Date(end.getTime() + 24 * 3_600_000 + ms));
    expect([isLateAfterADayAnd(0), isLateAfterADayAnd(1)]).toEqual([false, true]);
  });

  test('may last at most four hours of real time, even when the clocks change', () => {
    const isTooLongOn = (date: string, from: string, till: string) =>
      isTooLong({ startsAt: instantAt(date, from), endsAt: instantAt(date, till) });
    expect(isTooLongOn('2026-11-20', '10:00', '14:00')).toBe(false);
    expect(isTooLongOn('2026-11-20', '10:00', '14:01')).toBe(true);
    expect(isTooLongOn('2026-10-25', '01:00', '04:00')).toBe(false);
    expect(isTooLongOn('2026-10-25', '01:00', '05:00')).toBe(true);
    expect(isTooLongOn('2027-03-28', '01:00', '06:00')).toBe(false);
  });
});

describe('the form of an appointment [7.2]', () => {
  const form = { type: 'Einzelcoaching', date: '2026-11-30', fromTime: '10:00', tillTime: '10:45' };
  const noTime = 'Bitte wähle eine Uhrzeit aus.';

  test('is accepted when type, date and times are filled in', () => expect(creationErrors(form)).toEqual([]));

  test('names every empty field, in the order of the form', () => {
    const dateAndTimeErrors = [
      { path: 'date', message: 'Bitte gib ein Datum ein' },
      { path: 'fromTime', message: noTime },
      { path: 'tillTime', message: noTime },
    ];
    const emptyForm = { type: '', date: '', fromTime: '', tillTime: '' };
    expect(creationErrors(emptyForm)).toEqual([
      { path: 'type', message: 'Bitte wähle einen Typ aus.' },
      ...dateAndTimeErrors,
    ]);
    expect(intervalErrors(emptyForm)).toEqual(dateAndTimeErrors);
  });

  test('takes times on full minutes', () => {
    expect(timeProblem('10:45')).toBeNull();
    expect(timeProblem('10:45:00')).toBeNull();
  });

  test.each([
    ['10:45:30', 'Die Uhrzeit darf keine Sekunden haben.'],
    ['10:45:300', noTime],
    ['110:45:30', noTime],
    ['24:00', noTime],
    ['10', noTime],
  ])('refuses the time %s', (time, message) => expect(timeProblem(time)).toBe(message));
});

describe('the interval of an appointment [7.1]', () => {
  const intervalOn = (date: string, fromTime: string, tillTime: string) => intervalOf({ date, fromTime, tillTime });

  test('is from the start to the end by the Berlin clock', () => {
    expect(intervalOn('2026-11-30', '10:00', '10:45')).toEqual({
      startsAt: new Date('2026-11-30T09:00:00Z'),
      endsAt: new Date('2026-11-30T09:45:00Z'),
    });
  });

  test('must end after it starts', () => {
    const message = 'Das Ende muss nach dem Beginn liegen';
    expect(intervalOn('2026-11-30', '10:00', '09:59')).toBe(message);
    expect(intervalOn('2026-11-30', '10:00', '10:00')).toBe(message);
    expect(intervalOn('2026-11-30', '10:00', '10:00:00')).toBe(message);
  });

  test('must not start or end at a time that a clock change skips or repeats', () => {
    const message = 'Diese Uhrzeit gibt es wegen der Zeitumstellung nicht oder doppelt';
    expect(intervalOn('2027-03-28', '02:30', '03:30')).toBe(message);
    expect(intervalOn('2027-03-28', '01:30', '02:30')).toBe(message);
    expect(intervalOn('2026-10-25', '02:00', '02:45')).toBe(message);
  });

  test('in the wrong order is refused as such even if a clock change skips its times', () => {
    expect(intervalOn('2027-03-28', '02:30', '01:30')).toBe(timeMessages.order);
    expect(intervalOn('2027-03-28', '02:30', '02:30')).toBe(timeMessages.order);
  });

  test('is too long from more than four hours on, but only with a participant [7.19]', () => {
    const [fourHours, longer] = [
      intervalOn('2026-11-30', '10:00', '14:00'),
      intervalOn('2026-11-30', '10:00', '14:01'),
    ];
    expect(endProblem(fourHours, true)).toBeNull();
    expect(endProblem(longer, true)).toBe('Ein Einzelcoaching mit Teilnehmer:in dauert höchstens vier Stunden.');
    expect(endProblem(longer, false)).toBeNull();
  });

  test('has the message about its times as its error, and none while the form is incomplete', () => {
    expect(endProblem(timeMessages.order, true)).toBe(timeMessages.order);
    expect(endProblem(null, true)).toBeNull();
  });
});

/** Returns a slot of one day; times `HH:mm`. */
const slotAt = (from: string, till: string, type = 'Einzelcoaching') => ({
  type,
  start: Date.parse(`2026-11-30T${from}Z`),
  end: Date.parse(`2026-11-30T${till}Z`),
});

describe('a coach’s calendar during an import [7.4]', () => {
  const createCalendar = () =>
    new CoachCalendar([
      slotAt('09:00', '09:45'),
      slotAt('10:00', '10:45'),
      slotAt('12:00', '13:00', 'Speedcoaching'),
      slotAt('14:00', '15:00'),
    ]);

  test.each([
    ['before all others', '08:00', '09:00', 'added'],
    ['that fills a gap', '09:45', '10:00', 'added'],
    ['within a gap', '11:00', '11:45', 'added'],
    ['after all others', '15:00', '15:45', 'added'],
    ['that exists', '10:00', '10:45', 'alreadyExists'],
    ['that exists with the other type', '12:00', '13:00', 'overlap'],
    ['that exists with another end', '10:00', '10:30', 'overlap'],
    ['that exists with another start', '10:15', '10:45', 'overlap'],
    ['that reaches into the first one', '08:30', '09:01', 'overlap'],
    ['that begins within the last one', '14:59', '15:30', 'overlap'],
    ['that contains another one', '11:30', '13:30', 'overlap'],
  ])('takes a new slot %s only if it fits', (_position, from, till, outcome) =>
    expect(createCalendar().add(slotAt(from, till))).toBe(outcome),
  );

  test('compares later slots with those already added, in whatever order the file has them', () => {
    const calendar = new CoachCalendar([]);
    const add = (from: string, till: string) => calendar.add(slotAt(from, till));
    expect([add('12:00', '12:45'), add('08:00', '08:45'), add('10:00', '10:45')]).toEqual(['added', 'added', 'added']);
    expect([add('08:00', '08:45'), add('10:00', '10:45'), add('12:00', '12:45')]).toEqual([
      'alreadyExists',
      'alreadyExists',
      'alreadyExists',
    ]);
    expect([add('08:30', '09:00'), add('09:30', '10:30'), add('09:00', '10:00')]).toEqual([
      'overlap',
      'overlap',
      'added',
    ]);
  });

  test('has a slot only if type, start and end are the same', () => {
    const calendar = createCalendar();
    expect(calendar.has(slotAt('12:00', '13:00', 'Speedcoaching'))).toBe(true);
    expect(calendar.has(slotAt('12:00', '13:00'))).toBe(false);
    expect(calendar.has(slotAt('12:00', '12:45', 'Speedcoaching'))).toBe(false);
    expect(calendar.has(slotAt('12:15', '13:00', 'Speedcoaching'))).toBe(false);
    expect(calendar.has(slotAt('16:00', '16:45'))).toBe(false);
  });
});

test('a slot lies in an absence if the two overlap, even for a minute [14.1]', () => {
  const absences = [slotAt('08:00', '10:00'), slotAt('12:00', '14:00')];
  const isAbsent = (from: string, till: string) => overlapsAbsence(slotAt(from, till), absences);
  expect(isAbsent('10:00', '12:00')).toBe(false);
  expect(isAbsent('09:59', '10:45')).toBe(true);
  expect(isAbsent('11:30', '12:01')).toBe(true);
  expect(isAbsent('12:30', '13:00')).toBe(true);
  expect(isAbsent('14:00', '14:45')).toBe(false);
  expect(overlapsAbsence(slotAt('10:00', '12:00'), [])).toBe(false);
});

test('the example file has appointments of the given year, as a German Excel saves it [7.4]', () => {
  expect(createExampleCalendar(2031).split('\r\n')).toEqual([
    '\uFEFFCoach-E-Mail;Typ;Datum;Von;Bis',
    'vorname.nachname@example.org;Einzelcoaching;02.02.2031;09:00;09:45',
    'vorname.nachname@example.org;Einzelcoaching;02.02.2031;10:00;10:45',
    'vorname.nachname@example.org;Speedcoaching;03.02.2031;14:00;16:00',
    '',
  ]);
});

test('a failed row of an import is saved with the number that Excel shows and the reason [7.4]', () => {
  const appointment = { coachEmail: 'mia@test.example', type: 'Einzelcoaching', fromTime: '10:00', tillTime: '10:45' };
  const data = { ...appointment, id: 17, date: '2026-11-30' };
  expect(toFailedRow({ data, message: 'Termin existiert bereits' }, 3)).toEqual({
    cells: ['mia@test.example', 'Einzelcoaching', '30.11.2026', '10:00', '10:45'],
    row: 20,
    message: 'Termin existiert bereits',
  });
});

test('a look back from today begins with the latest appointment, any other range with the earliest [7.8]', () => {
  const orderOf = (from: string, till: string) => defaultOverviewOrder({ from, till }, '2026-11-30');
  expect(orderOf('2026-10-31', '2026-11-30')).toBe('latestStart');
  expect(orderOf('2026-11-30', '2026-11-30')).toBe('start');
  expect(orderOf('2026-11-30', '2026-12-30')).toBe('start');
  expect(orderOf('2026-10-01', '2026-10-31')).toBe('start');
});

test('a reserved appointment says for whom and until when, without a name [12.3]', () => {
  expect(describeHold('2026-11-30T13:30:00Z')).toBe(
    'für eine Person auf der Warteliste, bis Mo, 30.11.2026, 14:30 Uhr',
  );
});

test('rows of a file whose appointments exist already are not those that failed [7.4]', () => {
  const [existing, failed] = [{ message: 'Termin existiert bereits' }, { message: 'Die Zeile hat zu wenige Spalten' }];
  expect(splitRejectedRows([failed, existing])).toEqual({ existing: [existing], failed: [failed] });
});

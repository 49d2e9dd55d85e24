import { describe, expect, test } from 'vitest';
import {
  createInvitationTemplate,
  createTemplateRows,
  joinMessages,
  nameField,
  readInvitationRow,
  toFailedRow,
} from './rules.ts';

const locations = [
  { label: 'KÖLN', value: 1 },
  { label: 'Köln', value: 2 },
  { label: 'Bad Neuenahr', value: 3 },
];
const validCells = {
  Anrede: 'Frau',
  Vorname: 'Ada',
  Nachname: 'Lovelace',
  'E-Mail': 'ada@test.example',
  Telefonnummer: '0221 1234567',
  Standort: 'Köln',
  Qualifizierung: 'Umschulung',
  'Beginn der Qualifizierung': '01.02.2026',
  'Ende der Qualifizierung': '2026-12-31',
};
const read = (changes: Partial<typeof validCells> = {}) =>
  readInvitationRow({ rowNumber: 1, cells: { ...validCells, ...changes } }, locations);

test('the template names the columns, and its example is refused until another address is in it [3.17]', () => {
  const facts = { location: 'Köln', year: 2026 };
  expect(createInvitationTemplate(facts)).toBe(
    '\uFEFFAnrede;Vorname;Nachname;E-Mail;Telefonnummer;Standort;Qualifizierung;' +
      'Beginn der Qualifizierung;Ende der Qualifizierung\r\n' +
      'Frau;Ada;Lovelace;ada.lovelace@example.com;0221 1234567;Köln;Umschulung Kaufleute für Büromanagement;' +
      '01.02.2026;31.01.2028\r\n',
  );
  const [header = [], example = []] = createTemplateRows(facts);
  const readWith = (email: string) => {
    const cells = Object.fromEntries(header.map((name, index) => [name, example[index] ?? '']));
    return readInvitationRow({ rowNumber: 1, cells: { ...cells, 'E-Mail': email } }, locations).errors;
  };
  expect(readWith('ADA.Lovelace@example.com')).toEqual([
    {
      path: 'email',
      message: 'Das ist das Beispiel aus der Vorlage. Lösche diese Zeile oder trage eine Person ein',
    },
  ]);
  expect(readWith('ada@test.example')).toEqual([]);
});

describe('a row of a file is read as the form of an invitation [3.17]', () => {
  test('with the choices by their names, and dates and phone number as the form has them', () => {
    expect(read()).toEqual({
      rowNumber: 1,
      cells: {
        gender: 'Frau',
        firstName: 'Ada',
        lastName: 'Lovelace',
        email: 'ada@test.example',
        phoneNumber: '02211234567',
        location: 'Köln',
        qualification: 'Umschulung',
        startOfQualification: '01.02.2026',
        endOfQualification: '31.12.2026',
      },
      form: {
        gender: { label: 'Frau', id: 'f' },
        firstName: 'Ada',
        lastName: 'Lovelace',
        email: 'ada@test.example',
        phoneNumber: '02211234567',
        location: { label: 'Köln', value: 2 },
        qualification: 'Umschulung',
        startOfQualification: '2026-02-01',
        endOfQualification: '2026-12-31',
      },
      errors: [],
    });
  });

  test('in large or small letters, with spaces of all kinds and with an apostrophe in front', () => {
    const { form, errors } = read({
      Anrede: "'FRAU",
      Vorname: " 'Ada\u00a0 ",
      Nachname: "'t Hooft\nLovelace",
      Standort: 'bad\u00a0neuenahr',
    });
    expect(errors).toEqual([]);
    expect(form).toMatchObject({ gender: { id: 'f' }, firstName: 'Ada', lastName: "'t Hooft Lovelace" });
    expect(form.location).toEqual({ label: 'Bad Neuenahr', value: 3 });
  });

  test.each([
    ['0221 / 555 01-00', '02215550100'],
    ['+49 (0) 221 5550100', '02215550100'],
    ['2215550100', '02215550100'],
    ['1701234567', '01701234567'],
    ['492215550100', '02215550100'],
    ['49221555010', '0221555010'],
    ['4921123456', '4921123456'],
    ['00492215550100', '02215550100'],
    ['+43 1 5550100', '004315550100'],
    ['221 5550100', '2215550100'],
    ["'0221", '0221'],
    ['', ''],
  ])('the phone number %j as %s, also if Excel has made a number of it', (cell, digits) => {
    const { form, errors } = read({ Telefonnummer: cell });
    expect({ digits: form.phoneNumber, errors }).toEqual({ digits, errors: [] });
  });

  test.each(['4,92216E+11', '2.2155501E10', '4e+11'])(
    'a phone number %s that Excel has shortened is refused',
    (cell) => {
      const { form, cells, errors } = read({ Telefonnummer: cell });
      expect({ digits: form.phoneNumber, kept: cells.phoneNumber }).toEqual({ digits: '', kept: cell });
      expect(errors).toEqual([
        {
          path: 'phoneNumber',
          message:
            'Telefonnummer: Excel hat die Nummer gekürzt. Bitte formatiere die Spalte als Text und gib die Nummer neu ein',
        },
      ]);
    },
  );

  test('a cell that cannot be read is an error that names its column, and keeps its text', () => {
    const { cells, errors } = read({
      Anrede: 'Dr.',
      Standort: 'Atlantis',
      'Beginn der Qualifizierung': 'bald',
      'Ende der Qualifizierung': '31.02.2026',
    });
    expect(errors).toEqual([
      { path: 'gender', message: 'Anrede: Möglich sind hier nur: Herr, Frau, Divers' },
      { path: 'location', message: 'Standort: Diesen Standort gibt es nicht' },
      {
        path: 'startOfQualification',
        message: 'Beginn der Qualifizierung: Datum nicht lesbar (erwartet: TT.MM.JJJJ oder JJJJ-MM-TT)',
      },
      { path: 'endOfQualification', message: 'Ende der Qualifizierung: Dieses Datum gibt es nicht' },
    ]);
    expect(cells).toMatchObject({ gender: 'Dr.', location: 'Atlantis', startOfQualification: 'bald' });
    expect(cells.endOfQualification).toBe('31.02.2026');
  });

  test('an empty row is an empty form, whose errors its rules tell', () => {
    const { form, errors } = readInvitationRow({ rowNumber: 1, cells: {} }, locations);
    expect(errors).toEqual([]);
    expect(form).toMatchObject({ gender: null, location: null, firstName: '', startOfQualification: '' });
  });

  test('a very long cell is cut off, but stays longer than what its field allows', () => {
    expect(read({ Vorname: 'x'.repeat(100_000) }).form.firstName).toHaveLength(300);
  });
});

describe('the messages about a row [3.17]', () => {
  test('are sentences in the order of the fields, and a single one stays as it is', () => {
    const email = { path: 'email', message: 'Diese E-Mail-Adresse steht schon in Zeile 2.' };
    const gender = { path: 'gender', message: 'Bitte wähle eine Anrede' };
    expect(joinMessages([email, gender])).toBe('Bitte wähle eine Anrede. Diese E-Mail-Adresse steht schon in Zeile 2.');
    expect(joinMessages([gender])).toBe('Bitte wähle eine Anrede');
  });

  test('name the field where they do not say it, if it is a field of the file', () => {
    expect(nameField('lastName', 'Diese Angabe fehlt.')).toBe('Nachname: Diese Angabe fehlt.');
    expect(nameField('other', 'Diese Angabe fehlt.')).toBe('Diese Angabe fehlt.');
  });
});

test('a failed row is saved as it stood in the file, with a phone number of which Excel makes no number [3.17]', () => {
  const { cells } = read({ Telefonnummer: '2215550100' });
  expect(toFailedRow({ rowNumber: 4, cells, message: 'Bitte gib einen Vornamen ein' }, 3)).toEqual({
    cells: [
      ...['Frau', 'Ada', 'Lovelace', 'ada@test.example', '0221 5550100', 'Köln', 'Umschulung'],
      ...['01.02.2026', '31.12.2026'],
    ],
    row: 7,
    message: 'Bitte gib einen Vornamen ein',
  });
  const shortened = read({ Telefonnummer: '4,9E+11' }).cells;
  expect(toFailedRow({ rowNumber: 4, cells: shortened, message: '' }, 3).cells[4]).toBe('4,9E+11');
});

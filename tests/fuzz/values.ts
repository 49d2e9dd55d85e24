import fc from 'fast-check';
import { dataClasses } from '../../src/platform/database/data-classes.ts';
import { addDays, dateOf } from '../../src/shared/berlin.ts';
import { nextClockChange, nextDateOn } from '../support/next-days.ts';

/** A word in every generated name, e-mail address, text and file name. No log may contain it. */
export const canary = 'Kanarienvogel';
/** The first digits of every generated phone number. */
export const phoneCanary = '0999888777';
/** The password of all people who have one. */
export const knownPassword = 'Kanarienvogel-2026!';

/** The kinds of existing people and rows that a request can refer to by id, e-mail address or mailed token. */
export const entityKinds = [
  'appointment',
  'participant',
  'coach',
  'document',
  'location',
  'mail',
  'session',
  'series',
  'absence',
  'note',
  'email',
  'token',
] as const;
export type EntityKind = (typeof entityKinds)[number];

/**
 * A placeholder for an id in a generated request. When the request is sent, the placeholder is replaced with the id at
 * `index` (modulo the length) in the list of existing ids. So a seed always produces the same requests, whatever ids
 * the database assigns.
 */
export class Placeholder {
  constructor(
    readonly kind: EntityKind,
    readonly index: number,
  ) {}
}

/** Generates placeholders for ids of this kind. */
export const placeholder = (kind: EntityKind) =>
  fc.nat(1_000_000).map((index): unknown => new Placeholder(kind, index));

/** Texts that have broken software before. */
const texts = [
  '',
  ' ',
  '\u00a0',
  '\ufeff',
  '\u0000',
  'a\u0000b',
  '\u0007',
  '\u001b[31m',
  '\r\nBcc: x@test.example',
  '\n',
  '\t',
  // Halves of surrogate pairs, characters that get longer in upper or lower case, and characters that change the
  // direction of text.
  '\ud800',
  'x\udfff',
  '\udc00\ud800',
  'İ',
  'ŉ',
  'ﬁ',
  'ﷺ'.repeat(18),
  'e\u0301'.repeat(40),
  '\u202etxt.exe',
  '\u2066x\u2069',
  '\u200b',
  '\u200d',
  '👩‍👩‍👧‍👦',
  '🏳️‍🌈'.repeat(30),
  '𝕳𝖆𝖑𝖑𝖔',
  '٣٤',
  '１２',
  '\ufffe',
  '\u{10ffff}',
  // SQL, and special characters of LIKE, regular expressions and templates.
  "'",
  "''",
  "' OR '1'='1",
  "'; DROP TABLE person; --",
  '$1',
  '$$',
  '\\',
  '\\\\',
  '%',
  '_',
  '%_%',
  '%'.repeat(200),
  'a'.repeat(200),
  '(a+)+$',
  '[',
  '*',
  '.*',
  '${7*7}',
  '{{7*7}}',
  '<%= 7 %>',
  '#{7}',
  ':name',
  '?',
  // HTML, scripts, links, formulas, paths.
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  'data:text/html,x',
  '//x.example',
  'https://',
  'https://x@y',
  'HTTPS://TEAMS.EXAMPLE/\u0000',
  '=1+1',
  '@SUM(1)',
  '-2',
  '+49',
  '../../etc/passwd',
  'C:\\con',
  // Names of properties that every object has.
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'length',
  'valueOf',
  // Words and numbers that parsers treat specially.
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-Infinity',
  'true',
  '0',
  '-0',
  '1e400',
  '0x10',
  '1_000',
  '9'.repeat(400),
  // Texts that are too long.
  'a'.repeat(1_001),
  'ä'.repeat(5_000),
  'x'.repeat(20_001),
  // Unusual and invalid e-mail addresses.
  'a@b',
  'a@b@c.example',
  '"a b"@test.example',
  '@',
  'x@[127.0.0.1]',
];

/** Days at the limits of dates and at clock changes, valid and invalid. */
const days = [
  '1900-01-01',
  '2199-12-31',
  '1899-12-31',
  '2200-01-01',
  '0001-01-01',
  '0000-00-00',
  '9999-12-31',
  '275760-09-13',
  '-000001-01-01',
  '2026-02-29',
  nextDateOn('02-29'),
  '2026-13-01',
  '2026-00-10',
  nextClockChange('spring'),
  nextClockChange('autumn'),
  '1970-01-01',
  '2026-1-1',
  '01.02.2027',
  '2027-01-01T00:00:00Z',
  'heute',
  '１９９９-01-01',
  '2027-01-01 ',
  '1945-05-24',
  '1893-04-01',
];
const times = [
  '00:00',
  '23:59',
  '24:00',
  '02:30',
  '2:30',
  '02:30:59',
  '12:00:60',
  '-1:00',
  '99:99',
  '12',
  '12:0',
  '１２:００',
];

const numbers = [
  0,
  -0,
  -1,
  0.1,
  1.5,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  1e21,
  1e308,
  -1e308,
  5e-324,
  100_000,
  100_001,
];

const nestArrays = (levels: number): unknown => (levels === 0 ? 1 : [nestArrays(levels - 1)]);

/** Texts that no user would type. */
export const hostileText = fc.oneof(fc.constantFrom(...texts), fc.string({ unit: 'binary', maxLength: 300 }));

/** Unexpected values of every type. */
export const hostileValues: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 8, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom(...texts).map((text) => `${canary}${text}`) },
  { weight: 2, arbitrary: fc.constantFrom(...days, ...times) },
  { weight: 3, arbitrary: fc.constantFrom(...numbers) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { length: 1e9 }, { toString: 1 }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(
      nestArrays(6),
      nestArrays(60),
      Array.from({ length: 5_000 }, () => 0),
      { $gt: '' },
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(...entityKinds).chain(placeholder) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** The names of all columns. No request may write a column that is not a field of its form. */
export const columnNames = [...new Set(Object.values(dataClasses).flatMap((table) => Object.keys(table)))];

/** Rights that no person may grant themselves, by their names in the database and on the wire. */
const rights: Record<string, unknown> = {
  role_id: 3,
  role: { label: 'Admin', value: 3 },
  roleId: 3,
  isSpeedCoach: 1,
  speed_coach: true,
  resetPassword: 0,
  must_change_password: false,
  confirmed_at: '2026-01-01',
  inactive_at: null,
  active: 1,
  quota_number: 1,
  person_id: 1,
  status: 'G',
  self_booked: false,
  participant_id: 1,
  coach_id: 1,
  password_hash: 'x',
  cancel_kind: 'goodwill',
  booked_by: 1,
};

/** Fields that no form has: columns with hostile values, rights, and fields with hostile names. */
export const unknownFields: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  fc.dictionary(fc.constantFrom(...columnNames), hostileValues, { minKeys: 1, maxKeys: 4 }),
  fc
    .subarray(Object.keys(rights), { minLength: 1, maxLength: 6 })
    .map((keys) => Object.fromEntries(keys.map((key) => [key, rights[key]]))),
  fc.dictionary(fc.constantFrom(...texts), hostileValues, { minKeys: 1, maxKeys: 3 }),
);

const today = dateOf(new Date());
const dayFromNow = (min: number, max: number) => fc.integer({ min, max }).map((days) => addDays(today, days));
const hour = (min: number, max: number) => fc.integer({ min, max }).map((n) => `${String(n).padStart(2, '0')}:00`);
const shortText = (max: number) => fc.nat(max).map((n) => `${canary} ${'abcdefghij'[n % 10]}`);
const newEmail = fc.nat(30).map((n): unknown => `${canary}-${n}@test.example`);
const link = fc.nat(99).map((n) => `https://teams.example/${canary}${n}`);
const actions = ['cancelled', 'goodwill', 'missed', 'booked'];
const searchTerm = fc.oneof(
  fc.constantFrom('ka', 'Kan', `${canary} a`, 'test.ex', 'Cleo', 'x', 'Be'),
  placeholder('email'),
);
/** Cursors of the list of bookable appointments, encoded as clients send them. Some have hostile contents. */
const cursor = fc
  .tuple(
    fc.constantFrom(...days.slice(0, 4), '2026-12-01').map((day) => `${day}T10:00:00Z`),
    fc.oneof(hostileText, fc.constant('Cleo')),
    fc.nat(),
  )
  .map((contents) => Buffer.from(JSON.stringify(contents)).toString('base64url'));

/** Plausible values by field name; the values of other fields are generated from the form's schema. */
export const plausibleValues: Partial<Record<string, fc.Arbitrary<unknown>>> = {
  insteadOf: placeholder('appointment'),
  absenceId: placeholder('absence'),
  toCoachId: placeholder('coach'),
  appointmentId: placeholder('appointment'),
  newAppointmentId: placeholder('appointment'),
  participantId: placeholder('participant'),
  userId: placeholder('participant'),
  coachId: placeholder('coach'),
  id: fc.oneof(placeholder('coach'), placeholder('session')),
  fileId: placeholder('document'),
  mailId: placeholder('mail'),
  locationId: placeholder('location'),
  location: placeholder('location').map((value) => ({ label: 'Köln', value })),
  firstName: shortText(9),
  lastName: shortText(9),
  vorname: shortText(9),
  nachname: shortText(9),
  qualification: shortText(9),
  fromDate: dayFromNow(-60, 5),
  startOfQualification: dayFromNow(-60, 5),
  date: dayFromNow(-20, 60),
  tillDate: dayFromNow(5, 80),
  toDate: dayFromNow(5, 80),
  endOfQualification: dayFromNow(5, 80),
  fromTime: hour(6, 12),
  tillTime: hour(13, 20),
  teams_link: link,
  teamsLink: link,
  email: newEmail,
  username: fc.oneof(placeholder('email'), newEmail),
  phoneNumber: fc.nat(999).map((n) => `${phoneCanary}${n}`),
  searchString: searchTerm,
  person: searchTerm,
  actor: searchTerm,
  participantName: searchTerm,
  password: fc.constantFrom(knownPassword, 'falsch'),
  newPassword: fc.nat(9).map((n) => `${knownPassword}${n}`),
  starQestions: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 6, maxLength: 6 }),
  speakWithCoachQuestions: fc.constant(''),
  additionalQuestions: fc.constant(''),
  reason: shortText(9),
  personalFeedback: shortText(9),
  freeText: fc.constant(`${canary}\nseit heute`),
  action: fc
    .constantFrom(...actions)
    .map((chosen) => Object.fromEntries(actions.map((action) => [action, action === chosen]))),
  ratingFrom: fc.constantFrom(1, 2),
  ratingTo: fc.constantFrom(4, 5),
  name: fc.constant('cleo-coach'),
  seriesId: placeholder('series'),
  noteId: placeholder('note'),
  everyWeeks: fc.integer({ min: 1, max: 4 }),
  year: fc.integer({ min: 2020, max: 2099 }),
  minutes: fc.constantFrom(15, 45),
  breakMinutes: fc.constantFrom(0, 15),
  weekdays: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
  cursor,
  token: placeholder('token'),
  page: fc.integer({ min: 1, max: 3 }),
  limit: fc.integer({ min: 1, max: 40 }),
};

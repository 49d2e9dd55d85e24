import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../accounts/passwords.ts';
import { renewFeed } from '../calendar/contract.ts';
import { addDays, dateOf } from '../shared/berlin.ts';
import { codeAt, newSecret } from '../second-factor/codes.ts';
import { seal } from '../second-factor/seal.ts';
import { allServed } from './nouns.ts';
import { inDays, openWorld, type World } from './testing.ts';

const callers = ['nobody', 'participant', 'coach', 'speedCoach', 'admin'] as const;
type Who = (typeof callers)[number];
type SignedIn = Exclude<Who, 'nobody'>;
const staff = ['coach', 'speedCoach', 'admin'] as const;

type Input = Record<string, unknown>;

/** What a call answers: its keys as `name[].name`, in any order, and what to send so that none of its lists is empty. */
interface Row {
  keys: string;
  /** What a caller gets beyond `keys`. */
  more?: Partial<Record<Who, string>>;
  input?: (who: Who) => Input | Promise<Input>;
  /** The parts of a multipart body. */
  files?: (who: SignedIn, session: string) => { field: string; name: string; bytes: Uint8Array }[];
}

const user = within(
  'data',
  'sessionId firstName lastName gender role.label role.value qualification startOfQualification endOfQualification ' +
    'location.label location.value email phoneNumber resetPassword firstPassword isSpeedCoach mustSetUpSecondFactor',
);
const file = 'id name uploadByCoach mine size uploadedAt';
const created = 'data.appointmentId';
const overview =
  'meta.total meta.counts.booked meta.counts.free meta.counts.missed ' +
  within(
    'data[]',
    'id date timeSlot status isSpeedcoaching participantFullName participantPhoneNumber participantEmail ' +
      'participantLocation participantQualification coachFullName',
  );
const participants =
  'meta.total meta.counts.active meta.counts.inactive ' +
  within(
    'data[]',
    'participantId fullName firstName lastName isStaff confirmed email phoneNumber location locationId qualification startOfQualification ' +
      `endOfQualification status version files.meta.total ${within('files.data[]', file)} ` +
      within('appointments.data[]', 'id date timeSlot coachFullName status cancelKind'),
  );
const imported = 'status message data.id data.date data.day data.fromTime data.tillTime data.coachEmail data.type';

/** What only admins may read of a rating; no call hands it to anybody else. */
const secret = 'Kanarienvogel';
const password = 'Sommer-Wiese-2026!';
const factorKey = 'ab'.repeat(32);
const range = { fromDate: dateOf(inDays(-40, '12:00')), tillDate: dateOf(inDays(40, '12:00')) };
const everyStatus = { status: { booked: true, free: true, missed: true } };

/** Every JSON answer that somebody other than an admin may get, and those of an admin’s calendar. */
const table: Record<string, Row> = {
  'authentication/login': { keys: user, input: () => ({ username: 'robin@test.example', password }) },
  'authentication/needNewPassword': { keys: '', input: () => ({ email: 'robin@test.example' }) },
  'authentication/sessionCheck': {
    keys: '',
    more: { nobody: 'data', participant: user, coach: user, speedCoach: user, admin: user },
  },
  'authentication/logout': { keys: '' },
  'authentication/setNewPassword': { keys: user, input: () => ({ newPassword: 'Winter-Wiese-2027!' }) },
  'authentication/getSessions': { keys: within('data[]', 'id device startedAt seenAt current') },
  'authentication/endSession': { keys: '', input: async (who) => ({ id: await sessionNumber(who) }) },
  'authentication/endOtherSessions': { keys: '' },
  'authentication/getSecondFactor': { keys: within('data', 'available required since recoveryCodesLeft') },
  'authentication/prepareSecondFactor': {
    keys: within('data', 'secret address'),
    input: async (who) => await withFactor(who, false),
  },
  'authentication/switchOnSecondFactor': {
    keys: 'data.recoveryCodes[]',
    input: async (who) => await withFactor(who, false),
  },
  'authentication/renewRecoveryCodes': {
    keys: 'data.recoveryCodes[]',
    input: async (who) => await withFactor(who, true),
  },
  'authentication/switchOffSecondFactor': { keys: '', input: async (who) => await withFactor(who, true) },
  'participant/newRegistration': { keys: '', input: () => registration() },
  'participant/confirmRegistration': { keys: user, input: async () => ({ token: await confirmationToken() }) },
  'location/getAll': { keys: 'locations[].label locations[].value' },
  'public/getPortal': {
    keys: within(
      'data',
      'provider coachingEmail forbiddenInEmail chatScript version ' +
        within(
          'links',
          'company blog feedback guide qualificationLaw voucher imprint terms privacy reviewPlatform reviewWebsite',
        ),
    ),
  },
  'public/getCoachId': { keys: 'data.id', input: () => ({ name: 'ada-coach' }) },
  'analytics/tracking': {
    keys: '',
    input: () => ({ userAgent: 'x', userLanguage: 'de', ...screen('screen'), ...screen('viewport') }),
  },
  'appointment/bookable': {
    keys: `meta.quota.used meta.quota.max ${within('data[]', 'id type date day start end coach href')}`,
  },
  'appointment/bookAppointment': { keys: '', input: async () => ({ appointmentId: await appointment(20) }) },
  'appointment/myAppointment': {
    keys: within(
      'data[]',
      'id date start end type coach status href meta.stornoPossible meta.past meta.today meta.rating ' +
        'meta.rating.averageRating',
    ),
  },
  'appointment/stornoByParticipant': {
    keys: '',
    input: async (who) => ({ appointmentId: await appointment(25, who), reason: '' }),
  },
  'participant/rateCoaching': {
    keys: 'status',
    input: async (who) => ({
      ...{ appointmentId: await appointment(-8, who), starQestions: [5, 5, 5, 5, 5, 5], personalFeedback: 'Danke!' },
      ...{ freeText: secret, speakWithCoachQuestions: '', additionalQuestions: '' },
    }),
  },
  'participant/getFiles': {
    keys: `editableFile mayUpload ${within('files.uploadParticiopant[]', file)} ${within('files.uploadCoach[]', file)}`,
    input: (who) => (who === 'participant' ? {} : { participantId: people.participant }),
  },
  'participant/uploadFiles': { keys: 'status', files: (_, session) => [part(`file_${session}_0`, 'CV.docx', docx)] },
  'participant/deleteFile': { keys: 'status', input: async (who) => ({ fileId: await ownDocument(who) }) },
  'participant/getReminders': {
    keys: within('data', 'reminderThreeDays reminderDayBefore reminderSoon ratingInvitation'),
  },
  'participant/changeReminder': { keys: '', input: () => ({ kind: 'reminderSoon', wanted: true }) },
  'calendar/getFeed': {
    keys: within('data', 'createdAt readAt initialsOnly freeShown'),
    input: (who) => withFeed(who),
  },
  'calendar/renewFeed': { keys: 'data.address' },
  'calendar/changeFeed': {
    keys: '',
    input: async (who) => ({ ...(await withFeed(who)), initialsOnly: true, freeShown: false }),
  },
  'calendar/endFeed': { keys: '' },
  'coach/uploadFiles': {
    keys: 'status',
    files: (_, session) => [part(`file_${session}_${people.participant}_0`, 'CV.docx', docx)],
  },
  'coach/getCoachList': { keys: 'data[].label data[].value' },
  'coach/searchParticipant': {
    keys: 'data[].participantId data[].fullName data[].email',
    input: () => ({ searchString: 'Robin' }),
  },
  'coach/searchParticipantFull': { keys: participants, input: () => ({ searchString: 'Robin' }) },
  'admin/searchParticipantFull': { keys: participants, input: () => ({ searchString: 'Robin' }) },
  'coach/dailyPlan': {
    keys: within(
      'data[]',
      'id date weekDay timeSlot status href coachFullName participantFullName participantPhoneNumber participantEmail ' +
        'participantEndOfQualification participantQualification participantId files.meta.total ' +
        `${within('files.data[]', file)} ` +
        within(
          'remainingAppointments[]',
          'appointmentId appointmentDate appointmentFromTime appointmentTillTime coachName',
        ),
    ),
    input: () => range,
  },
  'coach/appointmentOverview': { keys: overview, input: () => ({ ...range, ...everyStatus }) },
  'coach/createOneAppointment': { keys: created, input: () => newAppointment() },
  'coach/deleteAppointment': { keys: '', input: async (who) => ({ appointmentId: await freeOf(who) }) },
  'analytics/appointmentRatingOverview': {
    keys: `meta.total ${within(
      'data[]',
      'ratingId participantSalutation participantFirstName participantLastName coachSalutation coachFirstName ' +
        'coachLastName createdAt averageRating starsCollaboration starsClarifyingOpenQuestions ' +
        'starsApplicationProcess starsCompetencies starsApplicationDocuments starRatingRecommend personalFeedback',
    )}`,
    more: { admin: within('data[]', 'freeText speakWithCoachQuestions additionalQuestions') },
    input: () => ({ fromDate: range.fromDate, toDate: range.tillDate, coachId: null, ratingFrom: 1, ratingTo: 5 }),
  },
  'admin/createOneAppointment': { keys: created, input: () => ({ ...newAppointment(), coachId: people.coach }) },
  'admin/deleteAppointment': { keys: '', input: async (who) => ({ appointmentId: await freeOf(who) }) },
  'admin/appointmentOverview': { keys: overview, input: () => ({ ...range, ...everyStatus, coachId: null }) },
  'admin/importAppointmentsByFile': {
    keys: `status message ${within('success[]', imported)} ${within('errors[]', imported)}`,
    files: (_, session) => [part(`file_${session}`, 'termine.csv', calendar())],
  },
};

let world: World;
let docx: Buffer;
let people: Record<SignedIn, number>;
let location: number;

/** Every caller has something of everything; an admin a record as participant and as coach, too. */
beforeAll(async () => {
  world = await openWorld({ env: { SECOND_FACTOR_KEY: factorKey } });
  docx = await readFile(resolve(import.meta.dirname, '../files/testdata/documents/single-paragraph.docx'));
  location = await world.location();
  people = {
    participant: await world.participant({ firstName: 'Robin', email: 'robin@test.example', ...(await hashed()) }),
    coach: await world.coach({ firstName: 'Ada', email: 'ada@test.example' }),
    speedCoach: await world.coach({ speed: true }),
    admin: await world.admin(),
  };
  const { admin: person_id, participant, coach } = people;
  await world.db.insertInto('coach').values({ person_id, teams_link: 'https://teams.example/x' }).execute();
  await world.db
    .insertInto('participant')
    .values({ ...qualification, person_id, location_id: location })
    .execute();
  await world.document(person_id, { name: 'CV.docx' });
  await world.document(participant, { byCoach: coach });
  await world.appointment(coach, inDays(6, '06:00'), { participant: person_id });
  await world.appointment(coach, inDays(9, '06:00'), { speed: true });
  for (const [index, who] of staff.entries()) {
    await world.appointment(people[who], inDays(5, `1${index}:00`), { participant });
    const held = await world.appointment(people[who], inDays(-3, `1${index}:00`), { participant });
    await rated(held);
  }
  await rated(await world.appointment(coach, inDays(-4, '06:00'), { participant: person_id }));
});
afterAll(() => world.close());

test('every answer that somebody other than an admin may get stands in the table', () => {
  const open = allServed.filter(({ call }) => call.answer === 'json' && String(call.may) !== 'admin');
  expect(open.map(({ call }) => call.path).filter((path) => !table[path])).toEqual([]);
});

describe.each(Object.entries(table))('the answer of %s', (path, { keys, more = {}, input = () => ({}), files }) => {
  const call = allServed.find((served) => served.call.path === path)?.call;
  if (!call) throw new Error(`no call ${path}`);
  const may = callers.filter((who) => call.may === 'everyone' || (who !== 'nobody' && mayCall(call.may, who)));

  test.each(may)('has its keys and no other, for %s', async (who) => {
    const session = who === 'nobody' ? null : await world.signIn(people[who]);
    const { body } =
      files && session
        ? await world.send(call, files(who as SignedIn, session))
        : await world.call(call, session, await Promise.resolve(input(who)));
    expect(body.meta).toMatchObject({ status: 'success' });
    expect(keysOf(body)).toEqual(
      [...new Set(`meta.status ${keys} ${more[who] ?? ''}`.split(/\s+/))].filter(Boolean).sort(),
    );
    if (who !== 'admin') expect(JSON.stringify(body)).not.toContain(secret);
  });
});

function mayCall(may: 'signedIn' | readonly string[], who: Who): boolean {
  return may === 'signedIn' || may.includes(who);
}

/** Each of the names, separated by spaces, below a key. */
function within(key: string, names: string): string {
  return names
    .split(' ')
    .map((name) => `${key}.${name}`)
    .join(' ');
}

/** The paths of all leaves, each once, in order; `[]` stands for the items of a list. */
function keysOf(body: unknown): string[] {
  const walk = (value: unknown, at: string): string[] => {
    if (Array.isArray(value)) return value.flatMap((item) => walk(item, `${at}[]`));
    if (typeof value !== 'object' || value === null) return [at];
    return Object.entries(value).flatMap(([key, inner]) => walk(inner, at ? `${at}.${key}` : key));
  };
  return [...new Set(walk(body, ''))].sort();
}

const part = (field: string, name: string, bytes: Uint8Array) => ({ field, name, bytes });
const screen = (of: string) => ({ [`${of}Width`]: 100, [`${of}Height`]: 100 });
const hashed = async () => ({ passwordHash: await hashPassword(password) });
const qualification = {
  ...{ qualification: 'Büro', qualification_start: '2026-01-01', qualification_end: '2026-12-31' },
};

let used = 0;
/** A stretch of a day, counted from today, that nothing else uses. */
const nextStart = (day: number) => inDays(day, `${String(6 + (used++ % 16)).padStart(2, '0')}:00`);
/** A new appointment of the coach, booked by the caller where one is named; its id. */
const appointment = (day: number, who?: Who) =>
  world.appointment(people.coach, nextStart(day), who && who !== 'nobody' ? { participant: people[who] } : {});
const freeOf = (who: Who) => world.appointment(people[who === 'nobody' ? 'coach' : who], nextStart(30));
const newAppointment = () => ({
  ...{ type: 'Einzelcoaching', date: addDays(range.tillDate, 100 + used++), fromTime: '10:00', tillTime: '10:45' },
  participantId: null,
});
const calendar = () =>
  new TextEncoder().encode(
    `Coach-E-Mail;Typ;Datum;Von;Bis\nada@test.example;Einzelcoaching;${addDays(range.tillDate, 50)};09:00;09:45\nx;y;z;0;0`,
  );

/** Sets the caller's calendar subscription up, and sends nothing more. */
async function withFeed(who: Who): Promise<Input> {
  if (who !== 'nobody') await world.call(renewFeed, await world.signIn(people[who]));
  return {};
}

/** Gives the caller a second factor, on or prepared; answers what proves the caller. */
async function withFactor(who: Who, on: boolean): Promise<Input> {
  const [person_id, secret] = [people[who as SignedIn], newSecret()];
  await world.db.deleteFrom('second_factor').where('person_id', '=', person_id).execute();
  await world.db
    .insertInto('second_factor')
    .values({ person_id, secret: seal(factorKey, person_id, secret), confirmed_at: on ? new Date() : null })
    .execute();
  await world.db
    .updateTable('person')
    .set({ password_hash: (await hashed()).passwordHash })
    .where('id', '=', person_id)
    .execute();
  return { password, code: codeAt(secret, Math.floor(Date.now() / 30_000)) };
}

/** Another session of the caller's. */
async function sessionNumber(who: Who): Promise<number> {
  const person = people[who as SignedIn];
  await world.signIn(person);
  const newest = world.db.selectFrom('session').select('number').where('person_id', '=', person);
  return (await newest.orderBy('number', 'desc').executeTakeFirstOrThrow()).number;
}

/** A document that the caller uploaded for the participant. */
function ownDocument(who: Who): Promise<number> {
  const byCoach = who === 'participant' || who === 'nobody' ? null : people[who];
  return world.document(people.participant, { name: `${used++}.docx`, byCoach });
}

const registration = () => ({
  ...{ gender: { label: 'Frau', id: 'f' }, firstName: 'Ada', lastName: 'Neu', phoneNumber: '02211234567' },
  ...{ email: `neu${used}@test.example`, repeatEmail: `neu${used++}@test.example`, qualification: 'Büro' },
  ...{ location: { label: 'Köln', value: location } },
  ...{ startOfQualification: '2026-02-01', endOfQualification: '2026-12-31' },
});

async function confirmationToken(): Promise<string> {
  const token = randomBytes(12).toString('hex');
  const person_id = await world.participant();
  await world.db.updateTable('person').set({ confirmed_at: null }).where('id', '=', person_id).execute();
  const hash = createHash('sha256').update(token).digest('hex');
  const expires_at = new Date(Date.now() + 3_600_000);
  await world.db.insertInto('credential').values({ person_id, kind: 'confirmation', hash, expires_at }).execute();
  return token;
}

/** Rates an appointment, with the secret wherever only admins read. */
async function rated(appointment_id: number) {
  const stars = { collaboration: 5, open_questions: 5, application_process: 5, competencies: 5, documents: 5 };
  await world.db
    .insertInto('rating')
    .values({
      ...{ appointment_id, ...stars, recommendation: 4, personal_feedback: 'Danke!' },
      ...{ free_text: secret, topics: ['Lebenslauf', secret], topic_wishes: [secret] },
    })
    .execute();
}

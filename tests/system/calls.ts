import { addDays } from '../../src/shared/berlin.ts';
import { filePart, password, range, adminOnlyText, type CallWorld } from './call-world.ts';

/** All kinds of callers that the table of rights distinguishes (reference 2.8). */
export const callers = ['nobody', 'participant', 'coach', 'speedCoach', 'admin'] as const;
export type Caller = (typeof callers)[number];

type Input = Record<string, unknown>;

/** What tests expect of a call, written independently of its contract; every new call needs a row. */
export interface CallRow {
  may: readonly Caller[];
  /**
   * The keys of a successful JSON answer apart from `meta.status`, as `name[].name`, in any order. Left out if only
   * admins may make the call, and if the answer is a file.
   */
  keys?: string;
  /** Keys that a caller gets in addition to `keys`. */
  more?: Partial<Record<Caller, string>>;
  /** Returns an input with which the call succeeds and none of its lists is empty; by default an empty input. */
  input?: (world: CallWorld, who: Caller) => Input | Promise<Input>;
  /** The parts of a multipart body. */
  files?: (world: CallWorld, session: string) => { field: string; name: string; bytes: Uint8Array }[];
  /** A field that can refer to another person's row: the kind of row, and the callers who must not find it. */
  foreign?: {
    field: string;
    names: 'appointment' | 'document' | 'participant' | 'session' | 'entry' | 'series' | 'absence' | 'note';
    to: (Caller | 'otherCoach')[];
    /** The other fields of the input, or a function that creates them for the calling coach. */
    beside?: Input | ((world: CallWorld['world'], coach: number) => Promise<Input>);
  };
  /** Whether a regular answer needs the slow hashing of a password. */
  slow?: true;
}

const everyone = callers;
const signedIn: readonly Caller[] = ['participant', 'coach', 'speedCoach', 'admin'];
const participants: readonly Caller[] = ['participant', 'admin'];
const coaches: readonly Caller[] = ['coach', 'speedCoach', 'admin'];
const fullSearch: readonly Caller[] = ['speedCoach', 'admin'];
const admins: readonly Caller[] = ['admin'];

/** Creates a participant whom a coach has found by e-mail, so the coach may book for them. */
async function foundParticipant(world: CallWorld['world'], coach: number): Promise<Input> {
  const participantId = await world.participant();
  await world.recordFoundParticipant(coach, participantId);
  return { participantId };
}

/** Prefixes each of the names, which are separated by spaces, with a key. */
function within(key: string, names: string): string {
  return names
    .split(' ')
    .map((name) => `${key}.${name}`)
    .join(' ');
}

const user = within(
  'data',
  'sessionId firstName lastName gender role.label role.value qualification startOfQualification endOfQualification ' +
    'location.label location.value email phoneNumber resetPassword firstPassword isSpeedCoach mustSetUpSecondFactor',
);
const file = 'id name uploadByCoach mine size uploadedAt version state answers';
const createdKeys = 'data.appointmentId';
const movedKeys = `${createdKeys} usedFree`;
const overview =
  'meta.total meta.counts.booked meta.counts.free meta.counts.missed ' +
  within(
    'data[]',
    'id date timeSlot status isSpeedcoaching participantFullName participantPhoneNumber participantEmail ' +
      'participantLocation participantQualification coachId coachFullName takeBackUntil reserved participantId ' +
      'href note',
  );
const foundKeys =
  'meta.total meta.counts.active meta.counts.inactive ' +
  within(
    'data[]',
    'participantId fullName firstName lastName isStaff confirmed email phoneNumber location locationId ' +
      'qualification startOfQualification endOfQualification status version ' +
      `files.meta.total ${within('files.data[]', file)} ` +
      within('appointments.data[]', 'id date timeSlot coachFullName status cancelKind'),
  );
const importedKeys = 'status message data.id data.date data.day data.fromTime data.tillTime data.coachEmail data.type';
const screen = (of: string) => ({ [`${of}Width`]: 100, [`${of}Height`]: 100 });
const everyStatus = { status: { booked: true, free: true, missed: true } };

/** An unused time to which an appointment is moved. */
const newTime = { date: addDays(range.tillDate, 400), fromTime: '10:00', tillTime: '10:45', reason: 'Krankheit' };

/** A series of two appointments on an unused day, which is only previewed. */
const pattern = {
  type: 'Einzelcoaching',
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  everyWeeks: 1,
  fromTime: '10:00',
  tillTime: '11:30',
  fromDate: addDays(range.tillDate, 500),
  tillDate: addDays(range.tillDate, 500),
  minutes: 45,
  breakMinutes: 0,
  apply: false,
};
const plannedKeys =
  within(
    'data',
    'seriesId counts.clockChange counts.past counts.exists counts.holiday counts.absent counts.conflict counts.new',
  ) + ` ${within('data.entries[]', 'date fromTime tillTime state message')}`;
const seriesList = within(
  'data[]',
  'seriesId coachId coach type weekdays[] everyWeeks fromDate tillDate fromTime tillTime minutes breakMinutes ' +
    'free booked',
);
const endedSeries = `data.deleted ${within('data.kept[]', 'appointmentId date fromTime participant')}`;
const seriesDays = { fromDate: pattern.fromDate, tillDate: pattern.tillDate };

/** Unused days on which a coach is absent, which is only previewed. */
const absentDays = { fromDate: addDays(range.tillDate, 600), tillDate: addDays(range.tillDate, 601) };
const absence = { ...absentDays, fromTime: null, tillTime: null, kind: 'vacation', apply: false, decisions: [] };
const plannedAbsence =
  `${within('data', 'absenceId free undoUntil')} ` +
  `${within('data.booked[]', 'appointmentId date start end participantFullName')} ` +
  within('data.booked[].moves[]', 'coachId coach');
const absences = within('data[]', 'absenceId coachId coach fromDate fromTime tillDate tillTime kind undoUntil');
const ofAbsence = { field: 'absenceId', names: 'absence', to: ['otherCoach'] } satisfies CallRow['foreign'];

const version = 'introductionId text pictureId state reason proposedAt';
const ownIntroduction = `${within('data.shown', version)} ${within('data.open', version)}`;

/** All calls of the portal, by path; the tests of rights and answers and the fuzz use them. */
export const calls: Record<string, CallRow> = {
  'authentication/login': {
    may: everyone,
    keys: user,
    slow: true,
    input: () => ({ username: 'robin@test.example', password }),
  },
  'authentication/needNewPassword': { may: everyone, keys: '', input: () => ({ email: 'robin@test.example' }) },
  'authentication/sessionCheck': {
    may: everyone,
    keys: '',
    more: { nobody: 'data', participant: user, coach: user, speedCoach: user, admin: user },
  },
  'authentication/logout': { may: everyone, keys: '' },
  'authentication/setNewPassword': {
    may: signedIn,
    keys: user,
    slow: true,
    input: () => ({ newPassword: 'Winter-Wiese-2027!' }),
  },
  'authentication/getSessions': { may: signedIn, keys: within('data[]', 'id device startedAt seenAt current') },
  'authentication/endSession': {
    may: signedIn,
    keys: '',
    foreign: { field: 'id', names: 'session', to: ['admin'] },
    input: async (world, who) => ({ id: await world.otherSession(who) }),
  },
  'authentication/endOtherSessions': { may: signedIn, keys: '' },
  'authentication/getSecondFactor': {
    may: coaches,
    keys: within('data', 'available required since recoveryCodesLeft'),
  },
  'authentication/prepareSecondFactor': {
    may: coaches,
    keys: within('data', 'secret address'),
    input: (world, who) => world.withFactor(who, false),
  },
  'authentication/switchOnSecondFactor': {
    may: coaches,
    keys: 'data.recoveryCodes[]',
    input: (world, who) => world.withFactor(who, false),
  },
  'authentication/renewRecoveryCodes': {
    may: coaches,
    keys: 'data.recoveryCodes[]',
    input: (world, who) => world.withFactor(who, true),
  },
  'authentication/switchOffSecondFactor': {
    may: coaches,
    keys: '',
    input: (world, who) => world.withFactor(who, true),
  },
  'admin/resetSecondFactor': { may: admins },
  'participant/newRegistration': { may: everyone, keys: '', input: (world) => world.registration() },
  'participant/confirmRegistration': {
    may: everyone,
    keys: user,
    input: async (world) => ({ token: await world.confirmationToken() }),
  },
  'location/getAll': { may: everyone, keys: 'locations[].label locations[].value' },
  'public/getPortal': {
    may: everyone,
    keys: within(
      'data',
      'provider coachingEmail forbiddenInEmail chatScript version ' +
        within(
          'links',
          'company blog feedback guide qualificationLaw voucher imprint terms privacy reviewPlatform reviewWebsite',
        ),
    ),
  },
  'public/getPage': {
    may: everyone,
    input: () => ({ page: 'privacy' }),
    keys:
      'data.example ' +
      within('data.blocks[]', 'kind lines[][].text lines[][].strong lines[][].emphasis lines[][].href'),
  },
  'public/reportBarrier': { may: everyone, keys: '', input: () => ({ text: 'Zu kleine Schrift.' }) },
  'public/getCoachId': { may: everyone, keys: 'data.id', input: () => ({ name: 'ada-coach' }) },
  'analytics/tracking': {
    may: everyone,
    keys: '',
    input: () => ({ userAgent: 'x', userLanguage: 'de', ...screen('screen'), ...screen('viewport') }),
  },
  'appointment/bookable': {
    may: participants,
    keys:
      'meta.quota.used meta.quota.max meta.editableFile ' +
      within('data[]', 'id type date day start end coach coachId coachPicture href stornoPossible'),
    foreign: { field: 'insteadOf', names: 'appointment', to: ['participant', 'admin'] },
  },
  'appointment/bookableDays': {
    may: participants,
    keys: within('data[]', 'date einzelcoachings speedcoachings'),
    foreign: { field: 'insteadOf', names: 'appointment', to: ['participant', 'admin'] },
  },
  'appointment/bookableCoaches': {
    may: participants,
    keys: within('data[]', 'label value'),
    input: async (world) => {
      await world.appointment(20);
      return {};
    },
  },
  'appointment/getCoach': {
    may: signedIn,
    keys: within('data', 'coachId coach text pictureId'),
    input: ({ people }) => ({ coachId: people.coach }),
  },
  'appointment/bookAppointment': {
    may: participants,
    keys: '',
    input: async (world) => ({ appointmentId: await world.appointment(20) }),
  },
  'appointment/myAppointment': {
    may: participants,
    keys: within(
      'data[]',
      'id date start end type coach coachId coachPicture status href note meta.stornoPossible meta.movedByStaff ' +
        'meta.past meta.today meta.rating meta.rating.averageRating',
    ),
  },
  'appointment/stornoByParticipant': {
    may: participants,
    keys: '',
    foreign: { field: 'appointmentId', names: 'appointment', to: ['participant'] },
    input: async (world, who) => ({ appointmentId: await world.appointment(25, who), reason: '' }),
  },
  'appointment/reschedule': {
    may: participants,
    keys: 'data.appointmentId',
    foreign: { field: 'appointmentId', names: 'appointment', to: ['participant'], beside: { newAppointmentId: 1 } },
    input: async (world, who) => ({
      appointmentId: await world.appointment(25, who),
      newAppointmentId: await world.appointment(26),
    }),
  },
  'appointment/stornoByAdmin': { may: admins },
  'waiting/join': {
    may: participants,
    keys: 'data.waitingId',
    input: () => ({ coachId: null, fromDate: range.fromDate, tillDate: range.tillDate }),
  },
  'waiting/mine': {
    may: participants,
    keys: within(
      'data[]',
      'waitingId coach coachId coachInactive fromDate tillDate weekdays[] fromTime tillTime insteadOf since ' +
        within('offer', 'appointmentId date start end coach coachId until'),
    ),
    input: async (world, who) => {
      await world.withOffer(who);
      return {};
    },
  },
  'waiting/decline': {
    may: participants,
    keys: '',
    foreign: { field: 'waitingId', names: 'entry', to: ['participant', 'admin'] },
    input: async (world, who) => ({ waitingId: await world.withOffer(who) }),
  },
  'waiting/leave': {
    may: participants,
    keys: '',
    foreign: { field: 'waitingId', names: 'entry', to: ['participant', 'admin'] },
    input: async (world, who) => ({ waitingId: await world.withOffer(who) }),
  },
  'admin/getWaiting': { may: admins },
  'participant/rateCoaching': {
    may: participants,
    keys: 'status',
    input: async (world, who) => ({
      appointmentId: await world.appointment(-8, who),
      starQestions: [5, 5, 5, 5, 5, 5],
      personalFeedback: 'Danke!',
      freeText: adminOnlyText,
      speakWithCoachQuestions: '',
      additionalQuestions: '',
    }),
  },
  'participant/getFiles': {
    may: signedIn,
    keys: `editableFile mayUpload ${within('files.uploadParticiopant[]', file)} ${within('files.uploadCoach[]', file)}`,
    foreign: { field: 'participantId', names: 'participant', to: ['otherCoach'] },
    input: ({ people }, who) => (who === 'participant' ? {} : { participantId: people.participant }),
  },
  'participant/uploadFiles': {
    may: participants,
    keys: 'status',
    files: ({ docx }, session) => [filePart(`file_${session}_0`, 'CV.docx', docx)],
  },
  'participant/downloadFile': {
    may: signedIn,
    foreign: { field: 'fileId', names: 'document', to: ['participant', 'otherCoach'] },
  },
  'participant/deleteFile': {
    may: signedIn,
    keys: 'status',
    foreign: { field: 'fileId', names: 'document', to: ['participant', 'coach', 'admin'] },
    input: async (world, who) => ({ fileId: await world.ownDocument(who) }),
  },
  'participant/changeContact': { may: participants, keys: '', input: () => ({ phoneNumber: '0221 7654321' }) },
  'participant/getAccessLog': {
    may: participants,
    keys: `meta.total ${within('data[]', 'at who role what document')}`,
    input: async (world, who) => {
      await world.withAccess(who);
      return {};
    },
  },
  'participant/exportOwnData': { may: participants },
  'participant/requestErasure': { may: participants, keys: within('data', 'requestedAt due') },
  'participant/withdrawErasure': { may: participants, keys: '' },
  'participant/getErasureRequest': {
    may: participants,
    keys: within('data', 'requestedAt due reason answer.at answer.reason'),
    input: async (world, who) => {
      await world.withAnsweredRequest(who);
      return {};
    },
  },
  'participant/getReminders': {
    may: participants,
    keys: within('data', 'reminderThreeDays reminderDayBefore reminderSoon ratingInvitation'),
  },
  'participant/changeReminder': {
    may: participants,
    keys: '',
    input: () => ({ kind: 'reminderSoon', wanted: true }),
  },
  'calendar/appointmentFile': {
    may: signedIn,
    foreign: { field: 'appointmentId', names: 'appointment', to: ['participant', 'otherCoach'] },
  },
  'calendar/getFeed': {
    may: signedIn,
    keys: within('data', 'createdAt readAt initialsOnly freeShown'),
    input: (world, who) => world.withFeed(who),
  },
  'calendar/renewFeed': { may: signedIn, keys: 'data.address' },
  'calendar/changeFeed': {
    may: signedIn,
    keys: '',
    input: async (world, who) => ({ ...(await world.withFeed(who)), initialsOnly: true, freeShown: false }),
  },
  'calendar/endFeed': { may: signedIn, keys: '' },
  'calendar/getHolidays': {
    may: signedIn,
    keys: within('data[]', 'date name'),
    input: () => ({ year: 2027, state: 'DE-BE' }),
  },
  'coach/uploadFiles': {
    may: coaches,
    keys: 'status',
    files: ({ docx, people }, session) => [filePart(`file_${session}_${people.participant}_0`, 'CV.docx', docx)],
  },
  'coach/getMyIntroduction': {
    may: coaches,
    keys: ownIntroduction,
    input: async (world, who) => {
      await world.withIntroductions(who);
      return {};
    },
  },
  'coach/proposeIntroduction': {
    may: coaches,
    keys: ownIntroduction,
    files: ({ picture }, session) => [filePart(`picture_${session}`, 'ich.png', picture)],
  },
  'coach/deleteIntroduction': {
    may: coaches,
    keys: ownIntroduction,
    input: async (world, who) => {
      await world.withIntroductions(who);
      return { what: 'picture' };
    },
  },
  'admin/getIntroductions': { may: admins },
  'admin/approveIntroduction': { may: admins },
  'admin/refuseIntroduction': { may: admins },
  'coach/setDocumentState': {
    may: coaches,
    keys: '',
    foreign: { field: 'fileId', names: 'document', to: ['otherCoach'], beside: { state: 'inWork' } },
    input: async (world) => ({ fileId: await world.ownDocument('participant'), state: 'inWork' }),
  },
  'coach/writeNote': {
    may: coaches,
    keys: 'data.noteId',
    foreign: { field: 'participantId', names: 'participant', to: ['otherCoach'], beside: { text: 'Hallo' } },
    input: ({ people }) => ({ participantId: people.participant, text: 'Gut so!' }),
  },
  'coach/deleteNote': {
    may: coaches,
    keys: '',
    foreign: { field: 'noteId', names: 'note', to: ['coach', 'otherCoach'] },
    input: async (world, who) => ({ noteId: await world.ownNote(who) }),
  },
  'participant/getNotes': {
    may: signedIn,
    keys: `meta.mayWrite ${within('data[]', 'noteId text author mine writtenAt')}`,
    foreign: { field: 'participantId', names: 'participant', to: ['otherCoach'] },
    input: async (world, who) => {
      await world.ownNote(who);
      return who === 'participant' ? {} : { participantId: world.people.participant };
    },
  },
  'coach/getCoachList': { may: coaches, keys: 'data[].label data[].value' },
  'coach/searchParticipant': {
    may: coaches,
    keys: 'data[].participantId data[].fullName data[].email',
    input: () => ({ searchString: 'Robin' }),
  },
  'coach/searchParticipantFull': { may: coaches, keys: foundKeys, input: () => ({ searchString: 'Robin' }) },
  'coach/dailyPlan': {
    may: coaches,
    keys: within(
      'data[]',
      'id date weekDay timeSlot status href note coachId coachFullName participantFullName participantPhoneNumber ' +
        'participantEmail participantEndOfQualification participantQualification participantId takeBackUntil ' +
        'files.meta.total ' +
        `${within('files.data[]', file)} ` +
        within(
          'remainingAppointments[]',
          'appointmentId appointmentDate appointmentFromTime appointmentTillTime coachName',
        ),
    ),
    input: () => range,
  },
  'coach/appointmentOverview': { may: coaches, keys: overview, input: () => ({ ...range, ...everyStatus }) },
  'coach/createOneAppointment': {
    may: coaches,
    keys: createdKeys,
    foreign: {
      field: 'participantId',
      names: 'participant',
      to: ['otherCoach'],
      beside: { ...newTime, type: 'Einzelcoaching' },
    },
    input: (world) => world.newAppointment(),
  },
  'coach/moveAppointment': {
    may: coaches,
    keys: movedKeys,
    foreign: { field: 'appointmentId', names: 'appointment', to: ['otherCoach'], beside: newTime },
    input: async (world, who) => ({ ...newTime, appointmentId: await world.ownFreeSlot(who) }),
  },
  'coach/bookForParticipant': {
    may: coaches,
    keys: createdKeys,
    foreign: {
      field: 'appointmentId',
      names: 'appointment',
      to: ['otherCoach'],
      beside: foundParticipant,
    },
    input: async (world, who) => ({
      ...(await foundParticipant(world.world, world.people[who])),
      appointmentId: await world.ownFreeSlot(who),
    }),
  },
  'coach/takeBackBooking': {
    may: coaches,
    keys: '',
    foreign: { field: 'appointmentId', names: 'appointment', to: ['otherCoach'] },
    input: async (world, who) => ({ appointmentId: await world.ownDirectBooking(who) }),
  },
  'coach/setMissed': {
    may: coaches,
    keys: '',
    foreign: { field: 'appointmentId', names: 'appointment', to: ['otherCoach'], beside: { missed: true } },
    input: async (world, who) => ({ appointmentId: await world.ownPastBooking(who), missed: true }),
  },
  'coach/planSeries': { may: coaches, keys: plannedKeys, input: () => pattern },
  'coach/getSeries': {
    may: coaches,
    keys: seriesList,
    input: async (world, who) => {
      await world.ownSeries(who, pattern.fromDate);
      return seriesDays;
    },
  },
  'coach/endSeries': {
    may: coaches,
    keys: endedSeries,
    foreign: {
      field: 'seriesId',
      names: 'series',
      to: ['otherCoach'],
      beside: { fromDate: range.fromDate, apply: false },
    },
    input: async (world, who) => ({
      seriesId: await world.ownSeries(who, pattern.fromDate),
      fromDate: range.fromDate,
      apply: true,
    }),
  },
  'coach/planAbsence': {
    // Only admins see which colleagues are free.
    may: coaches,
    keys: plannedAbsence.replace(/ \S*moves\S*/g, ''),
    input: (world, who) => world.bookedAbsence(who, absence),
  },
  'coach/getAbsences': {
    may: coaches,
    keys: absences,
    input: async (world, who) => {
      await world.ownAbsence(who);
      return range;
    },
  },
  'coach/undoAbsence': {
    may: coaches,
    keys: '',
    foreign: ofAbsence,
    input: async (world, who) => ({ absenceId: await world.ownAbsence(who) }),
  },
  'coach/endAbsence': {
    may: coaches,
    keys: '',
    foreign: ofAbsence,
    input: async (world, who) => ({ absenceId: await world.ownAbsence(who) }),
  },
  'coach/deleteAppointment': {
    may: coaches,
    keys: '',
    input: async (world, who) => ({ appointmentId: await world.ownFreeSlot(who) }),
  },
  'analytics/appointmentRatingOverview': {
    may: coaches,
    keys: `meta.total ${within(
      'data[]',
      'ratingId participantSalutation participantFirstName participantLastName coachSalutation coachFirstName ' +
        'coachLastName createdAt averageRating starsCollaboration starsClarifyingOpenQuestions ' +
        'starsApplicationProcess starsCompetencies starsApplicationDocuments starRatingRecommend personalFeedback',
    )}`,
    more: { admin: within('data[]', 'freeText speakWithCoachQuestions additionalQuestions') },
    input: () => ({ fromDate: range.fromDate, toDate: range.tillDate, coachId: null, ratingFrom: 1, ratingTo: 5 }),
  },
  'admin/searchParticipantFull': { may: fullSearch, keys: foundKeys, input: () => ({ searchString: 'Robin' }) },
  'admin/searchParticipantShort': { may: admins },
  'admin/createOneAppointment': {
    may: admins,
    keys: createdKeys,
    input: (world) => ({ ...world.newAppointment(), coachId: world.people.coach }),
  },
  'admin/moveAppointment': {
    may: admins,
    keys: movedKeys,
    input: async (world, who) => ({
      ...newTime,
      fromTime: '12:00',
      tillTime: '12:45',
      coachId: world.people.coach,
      appointmentId: await world.ownFreeSlot(who),
    }),
  },
  'admin/bookForParticipant': {
    may: admins,
    keys: createdKeys,
    input: async (world) => ({
      appointmentId: await world.appointment(28),
      participantId: await world.world.participant(),
    }),
  },
  'admin/planSeries': {
    may: admins,
    keys: plannedKeys,
    input: (world) => ({ ...pattern, coachId: world.people.coach }),
  },
  'admin/getSeries': {
    may: admins,
    keys: seriesList,
    input: async (world, who) => {
      await world.ownSeries(who, pattern.fromDate);
      return { ...seriesDays, coachId: null };
    },
  },
  'admin/endSeries': {
    may: admins,
    keys: endedSeries,
    input: async (world, who) => ({
      seriesId: await world.ownSeries(who, pattern.fromDate),
      fromDate: range.fromDate,
      apply: true,
    }),
  },
  'admin/planAbsence': {
    may: admins,
    keys: plannedAbsence,
    input: async (world, who) => ({ ...(await world.bookedAbsence(who, absence)), coachId: world.people[who] }),
  },
  'admin/getAbsences': {
    may: admins,
    keys: absences,
    input: async (world, who) => {
      await world.ownAbsence(who);
      return { ...range, coachId: null };
    },
  },
  'admin/undoAbsence': {
    may: admins,
    keys: '',
    input: async (world, who) => ({ absenceId: await world.ownAbsence(who) }),
  },
  'admin/endAbsence': {
    may: admins,
    keys: '',
    input: async (world, who) => ({ absenceId: await world.ownAbsence(who) }),
  },
  'admin/deleteAppointment': {
    may: admins,
    keys: '',
    input: async (world, who) => ({ appointmentId: await world.ownFreeSlot(who) }),
  },
  'admin/appointmentOverview': {
    may: admins,
    keys: overview,
    input: () => ({ ...range, ...everyStatus, coachId: null }),
  },
  'admin/importAppointmentsByFile': {
    may: admins,
    keys: `status message importId ${within('success[]', importedKeys)} ${within('errors[]', importedKeys)}`,
    files: (world, session) => [filePart(`file_${session}`, 'termine.csv', world.calendar())],
  },
  'admin/undoImport': { may: admins },
  'admin/exportAppointments': { may: admins },
  'admin/exportEvidence': { may: admins },
  'admin/getSteering': { may: admins },
  'admin/exportSteering': { may: admins },
  'participant/getAttendanceProof': { may: participants },
  'admin/getAttendanceProof': { may: admins },
  'admin/dailyPlan': { may: admins },
  'admin/getBookingOverview': { may: admins },
  'admin/changeActiveStatus': { may: admins },
  'admin/changeUserData': { may: admins },
  'admin/setDefaultPassword': { may: admins, slow: true },
  'admin/anonymizeUserData': { may: admins },
  'admin/getWelcomeData': { may: admins },
  'admin/getDashboardData': { may: admins },
  'admin/getDashboardFigures': { may: admins },
  'admin/getAuditLog': { may: admins },
  'admin/getCoachListObject': { may: admins },
  'admin/editCoach': { may: admins },
  'admin/makeNewCoach': { may: admins },
  'analytics/getCoachAnalytics': { may: admins },
  'analytics/getRatingAnalytics': { may: admins },
  'admin/getErasureRequests': { may: admins },
  'admin/closeErasureRequest': { may: admins },
  'admin/getMails': { may: admins },
  'admin/sendMailAgain': { may: admins },
  'admin/getMailDelay': { may: admins },
};

import { addDays } from '../../src/shared/berlin.ts';
import { createFilePart, password, dateRange, adminOnlyText, type CallFixtures } from './call-fixtures.ts';

/** The kinds of callers that the rights distinguish (reference 2.8). 'nobody' is a caller without a session. */
export const callers = ['nobody', 'participant', 'coach', 'speedCoach', 'admin'] as const;
export type Caller = (typeof callers)[number];

type Input = Record<string, unknown>;

/** The expectations for a call, which do not depend on the call's contract. Every new call needs a row. */
export interface CallRow {
  /** The callers who have the right to make the call. */
  may: readonly Caller[];
  /**
   * The keys of a successful JSON response, except `meta.status`, separated by spaces and in any order. A path such as
   * `data[].name` means the key `name` of the items of a list. This property is missing if the response is a file, and
   * may be missing if only admins may make the call.
   */
  keys?: string;
  /** Keys that a caller gets in addition to `keys`. */
  extraKeys?: Partial<Record<Caller, string>>;
  /** Returns an input for a successful call whose response has no empty lists; by default an empty input. */
  input?: (fixtures: CallFixtures, caller: Caller) => Input | Promise<Input>;
  /** Returns the files of a multipart body. */
  files?: (fixtures: CallFixtures, session: string) => { field: string; name: string; bytes: Uint8Array }[];
  /** A field of the input that can contain the id of another person's row. */
  foreignId?: {
    field: string;
    /** The kind of the row. */
    row:
      | 'appointment'
      | 'document'
      | 'participant'
      | 'session'
      | 'waitingEntry'
      | 'series'
      | 'absence'
      | 'note'
      | 'view'
      | 'passkey';
    /** The callers who must not find another person's row. */
    hiddenFrom: (Caller | 'otherCoach')[];
    /** The other fields of the input, or a function that creates them for the calling coach. */
    otherInput?: Input | ((world: CallFixtures['world'], coach: number) => Promise<Input>);
  };
  /** Whether a successful call hashes a password, which is slow. */
  hashesPassword?: true;
}

const everyone = callers;
const signedInCallers: readonly Caller[] = ['participant', 'coach', 'speedCoach', 'admin'];
// Admins may also make the calls of participants and coaches.
const participants: readonly Caller[] = ['participant', 'admin'];
const coaches: readonly Caller[] = ['coach', 'speedCoach', 'admin'];
const speedCoachesAndAdmins: readonly Caller[] = ['speedCoach', 'admin'];
const admins: readonly Caller[] = ['admin'];

/**
 * Creates a participant that a coach has found by e-mail, so that the coach may book for this participant. Returns an
 * input with the participant's id.
 */
async function createFoundParticipant(world: CallFixtures['world'], coach: number): Promise<Input> {
  const participantId = await world.addParticipant();
  await world.recordParticipantSearchHit(coach, participantId);
  return { participantId };
}

/** Adds a key in front of each name: with the key 'data', the names 'a b' become 'data.a data.b'. */
function prefixNames(key: string, names: string): string {
  return names
    .split(' ')
    .map((name) => `${key}.${name}`)
    .join(' ');
}

const userKeys = prefixNames(
  'data',
  'sessionId firstName lastName gender role.label role.value qualification startOfQualification endOfQualification ' +
    'location.label location.value email phoneNumber resetPassword firstPassword isSpeedCoach mustSetUpSecondFactor',
);
const fileKeys =
  'id name uploadByCoach mine size uploadedAt version state answers ' +
  'markup.insertions markup.deletions markup.comments';
const createdAppointmentKeys = 'data.appointmentId';
const movedAppointmentKeys = `${createdAppointmentKeys} usedFree`;
const overviewKeys =
  'meta.total meta.counts.booked meta.counts.free meta.counts.missed meta.begun ' +
  prefixNames(
    'data[]',
    'id date timeSlot status isSpeedcoaching participantFullName participantPhoneNumber participantEmail ' +
      'participantLocation participantQualification coachId coachFullName takeBackUntil reserved heldUntil participantId ' +
      'href note attended',
  );
const foundParticipantKeys =
  'meta.total meta.counts.active meta.counts.inactive ' +
  prefixNames(
    'data[]',
    'participantId fullName firstName lastName isStaff confirmed selfBooked email phoneNumber location locationId ' +
      'qualification startOfQualification endOfQualification status version ' +
      `files.meta.total ${prefixNames('files.data[]', fileKeys)} ` +
      prefixNames('appointments.data[]', 'id date timeSlot coachFullName status cancelKind attended'),
  );
const importedAppointmentKeys =
  'status message data.id data.date data.day data.fromTime data.tillTime data.coachEmail data.type';
const invitedRowKeys =
  'rowNumber participantId message cells.gender cells.firstName cells.lastName cells.email cells.phoneNumber ' +
  'cells.location cells.qualification cells.startOfQualification cells.endOfQualification';
const createSizeFields = (area: 'screen' | 'viewport') => ({ [`${area}Width`]: 100, [`${area}Height`]: 100 });
const everyStatus = { status: { booked: true, free: true, missed: true } };

/** A new time for an appointment. Nobody has another appointment at this time. */
const newTime = { date: addDays(dateRange.tillDate, 400), fromTime: '10:00', tillTime: '10:45', reason: 'Krankheit' };

/** A series of two appointments on a day without other appointments. The calls only preview it. */
const seriesPattern = {
  type: 'Einzelcoaching',
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  everyWeeks: 1,
  fromTime: '10:00',
  tillTime: '11:30',
  fromDate: addDays(dateRange.tillDate, 500),
  tillDate: addDays(dateRange.tillDate, 500),
  minutes: 45,
  breakMinutes: 0,
  apply: false,
};
const plannedSeriesKeys =
  prefixNames(
    'data',
    'seriesId counts.clockChange counts.past counts.exists counts.holiday counts.absent counts.conflict counts.new',
  ) + ` ${prefixNames('data.entries[]', 'date fromTime tillTime state message')}`;
const seriesListKeys = prefixNames(
  'data[]',
  'seriesId coachId coach type weekdays[] everyWeeks fromDate tillDate fromTime tillTime minutes breakMinutes ' +
    'free booked',
);
const endedSeriesKeys = `data.deleted ${prefixNames('data.kept[]', 'appointmentId date fromTime participant')}`;
const seriesDays = { fromDate: seriesPattern.fromDate, tillDate: seriesPattern.tillDate };

/** An absence on days without appointments. The calls only preview it. */
const absenceDays = { fromDate: addDays(dateRange.tillDate, 600), tillDate: addDays(dateRange.tillDate, 601) };
const absence = { ...absenceDays, fromTime: null, tillTime: null, kind: 'vacation', apply: false, decisions: [] };
const plannedAbsenceKeys =
  `${prefixNames('data', 'absenceId free freeSpeedcoachings undoUntil')} ` +
  `${prefixNames('data.booked[]', 'appointmentId date start end participantFullName participantPhoneNumber')} ` +
  prefixNames('data.booked[].moves[]', 'coachId coach');
const absenceEffectKeys =
  'data.free ' +
  `${prefixNames('data.booked[]', 'appointmentId date start end participantFullName participantPhoneNumber')} ` +
  `${prefixNames('data.booked[]', 'handedTo changedSince')} ` +
  prefixNames('data.booked[].next', 'date start end coach');
// Other coaches' bookings are not named to a coach.
const ownAbsenceEffectKeys =
  'data.free ' +
  `${prefixNames('data.booked[]', 'appointmentId date start end participantFullName participantPhoneNumber')} ` +
  `${prefixNames('data.booked[]', 'handedTo bookedElsewhere')} ` +
  prefixNames('data.booked[].next', 'date start end');
const absenceListKeys = prefixNames(
  'data[]',
  'absenceId coachId coach fromDate fromTime tillDate tillTime kind undoUntil',
);
const foreignAbsence = {
  field: 'absenceId',
  row: 'absence',
  hiddenFrom: ['otherCoach'],
} satisfies CallRow['foreignId'];

const introductionKeys = 'introductionId text pictureId state reason proposedAt';
const ownIntroductionKeys =
  `${prefixNames('data.shown', introductionKeys)} ` + prefixNames('data.open', introductionKeys);

/** All calls of the portal, by path. The tests of rights, the tests of responses and the fuzz tests use this table. */
export const calls: Record<string, CallRow> = {
  'authentication/login': {
    may: everyone,
    keys: userKeys,
    hashesPassword: true,
    input: () => ({ username: 'robin@test.example', password }),
  },
  'authentication/needNewPassword': { may: everyone, keys: '', input: () => ({ email: 'robin@test.example' }) },
  'authentication/sessionCheck': {
    may: everyone,
    keys: '',
    extraKeys: { nobody: 'data', participant: userKeys, coach: userKeys, speedCoach: userKeys, admin: userKeys },
  },
  'authentication/logout': { may: everyone, keys: '' },
  'authentication/setNewPassword': {
    may: signedInCallers,
    keys: userKeys,
    hashesPassword: true,
    input: () => ({ newPassword: 'Winter-Wiese-2027!' }),
  },
  'authentication/getSessions': {
    may: signedInCallers,
    keys: prefixNames('data[]', 'id device startedAt seenAt current'),
  },
  'authentication/endSession': {
    may: signedInCallers,
    keys: '',
    foreignId: { field: 'id', row: 'session', hiddenFrom: ['admin'] },
    input: async (fixtures, caller) => ({ id: await fixtures.startOtherSession(caller) }),
  },
  'authentication/endOtherSessions': { may: signedInCallers, keys: '' },
  'authentication/getSecondFactor': {
    may: coaches,
    keys: prefixNames('data', 'available required since recoveryCodesLeft singleSignOnSince'),
  },
  'authentication/prepareSecondFactor': {
    may: coaches,
    keys: prefixNames('data', 'secret address'),
    input: (fixtures, caller) => fixtures.createSecondFactor(caller, false),
  },
  'authentication/switchOnSecondFactor': {
    may: coaches,
    keys: 'data.recoveryCodes[]',
    input: (fixtures, caller) => fixtures.createSecondFactor(caller, false),
  },
  'authentication/renewRecoveryCodes': {
    may: coaches,
    keys: 'data.recoveryCodes[]',
    input: (fixtures, caller) => fixtures.createSecondFactor(caller, true),
  },
  'authentication/switchOffSecondFactor': {
    may: coaches,
    keys: '',
    input: (fixtures, caller) => fixtures.createSecondFactor(caller, true),
  },
  'admin/resetSecondFactor': { may: admins },
  'authentication/getPasskeys': {
    may: signedInCallers,
    keys: `data.available ${prefixNames('data.passkeys[]', 'passkeyId name createdAt lastUsedAt synced')}`,
    input: async (fixtures, caller) => {
      await fixtures.createPasskey(caller);
      return {};
    },
  },
  'authentication/preparePasskey': {
    may: signedInCallers,
    keys: prefixNames(
      'data',
      'rp.id rp.name user.id user.name user.displayName challenge pubKeyCredParams[].type pubKeyCredParams[].alg ' +
        'timeout excludeCredentials[].type excludeCredentials[].id attestation ' +
        prefixNames('authenticatorSelection', 'residentKey requireResidentKey userVerification'),
    ),
    input: async (fixtures, caller) => {
      await fixtures.createPasskey(caller);
      return {};
    },
  },
  'authentication/addPasskey': {
    may: signedInCallers,
    keys: 'data.passkeyId',
    input: (fixtures, caller) => fixtures.createNewCredential(caller),
  },
  'authentication/renamePasskey': {
    may: signedInCallers,
    keys: '',
    foreignId: { field: 'passkeyId', row: 'passkey', hiddenFrom: ['admin'], otherInput: { name: 'Meiner' } },
    input: async (fixtures, caller) => ({ passkeyId: await fixtures.createPasskey(caller), name: 'Laptop' }),
  },
  'authentication/removePasskey': {
    may: signedInCallers,
    keys: '',
    foreignId: { field: 'passkeyId', row: 'passkey', hiddenFrom: ['admin'] },
    input: async (fixtures, caller) => ({ passkeyId: await fixtures.createPasskey(caller) }),
  },
  'authentication/startPasskeyLogin': {
    may: everyone,
    keys: prefixNames('data', 'rpId challenge timeout userVerification'),
  },
  'authentication/passkeyLogin': {
    may: everyone,
    keys: userKeys,
    input: (fixtures) => fixtures.createSignedCredential(),
  },
  'authentication/ssoLogin': {
    may: everyone,
    keys: userKeys,
    input: (fixtures) => fixtures.createSingleSignOnCode(),
  },
  'admin/unbindIdentity': { may: admins },
  'participant/newRegistration': { may: everyone, keys: '', input: (fixtures) => fixtures.createRegistrationForm() },
  'participant/confirmRegistration': {
    may: everyone,
    keys: userKeys,
    input: async (fixtures) => ({ token: await fixtures.createConfirmationToken() }),
  },
  'location/getAll': { may: everyone, keys: 'locations[].label locations[].value' },
  'public/getPortal': {
    may: everyone,
    keys: prefixNames(
      'data',
      'provider coachingEmail forbiddenInEmail chatScript version passkeys sso.label ' +
        prefixNames(
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
      prefixNames('data.blocks[]', 'kind lines[][].text lines[][].strong lines[][].emphasis lines[][].href'),
  },
  'public/getLicences': {
    may: everyone,
    keys: `${prefixNames('data.packages[]', 'name version licence text')} data.texts[]`,
  },
  'public/reportBarrier': { may: everyone, keys: '', input: () => ({ text: 'Zu kleine Schrift.' }) },
  'public/getCoachId': { may: everyone, keys: 'data.id', input: () => ({ name: 'ada-coach' }) },
  'analytics/tracking': {
    may: everyone,
    keys: '',
    input: () => ({
      userAgent: 'x',
      userLanguage: 'de',
      ...createSizeFields('screen'),
      ...createSizeFields('viewport'),
    }),
  },
  'appointment/bookable': {
    may: participants,
    keys:
      'meta.quota.used meta.quota.max meta.editableFile ' +
      prefixNames('data[]', 'id type date day start end coach coachId coachPicture href stornoPossible'),
    foreignId: { field: 'insteadOf', row: 'appointment', hiddenFrom: ['participant', 'admin'] },
  },
  'appointment/bookableDays': {
    may: participants,
    keys: prefixNames('data[]', 'date einzelcoachings speedcoachings'),
    foreignId: { field: 'insteadOf', row: 'appointment', hiddenFrom: ['participant', 'admin'] },
  },
  'appointment/bookableCoaches': {
    may: participants,
    keys: prefixNames('data[]', 'label value'),
    input: async (fixtures) => {
      await fixtures.createAppointment(20);
      return {};
    },
  },
  'appointment/getCoach': {
    may: signedInCallers,
    keys: prefixNames('data', 'coachId coach text pictureId'),
    input: ({ people }) => ({ coachId: people.coach }),
  },
  'appointment/bookAppointment': {
    may: participants,
    keys: '',
    input: async (fixtures) => ({ appointmentId: await fixtures.createAppointment(20) }),
  },
  'appointment/myAppointment': {
    may: participants,
    keys: prefixNames(
      'data[]',
      'id date start end type coach coachId coachPicture status href note meta.stornoPossible meta.coming ' +
        'meta.movedByStaff meta.past meta.today meta.rating meta.rating.averageRating',
    ),
  },
  'appointment/confirmComing': {
    may: participants,
    keys: '',
    foreignId: { field: 'appointmentId', row: 'appointment', hiddenFrom: ['participant'] },
    input: async (fixtures, caller) => ({ appointmentId: await fixtures.createAppointment(25, caller) }),
  },
  'appointment/stornoByParticipant': {
    may: participants,
    keys: '',
    foreignId: { field: 'appointmentId', row: 'appointment', hiddenFrom: ['participant'] },
    input: async (fixtures, caller) => ({ appointmentId: await fixtures.createAppointment(25, caller), reason: '' }),
  },
  'appointment/reschedule': {
    may: participants,
    keys: 'data.appointmentId',
    foreignId: {
      field: 'appointmentId',
      row: 'appointment',
      hiddenFrom: ['participant'],
      otherInput: { newAppointmentId: 1 },
    },
    input: async (fixtures, caller) => ({
      appointmentId: await fixtures.createAppointment(25, caller),
      newAppointmentId: await fixtures.createAppointment(26),
    }),
  },
  'appointment/stornoByAdmin': { may: admins },
  'waiting/join': {
    may: participants,
    keys: 'data.waitingId',
    input: () => ({ coachId: null, fromDate: dateRange.fromDate, tillDate: dateRange.tillDate }),
  },
  'waiting/mine': {
    may: participants,
    keys: prefixNames(
      'data[]',
      'waitingId coach coachId coachInactive fromDate tillDate weekdays[] fromTime tillTime insteadOf since ' +
        prefixNames('offer', 'appointmentId date start end coach coachId until'),
    ),
    input: async (fixtures, caller) => {
      await fixtures.createOffer(caller);
      return {};
    },
  },
  'waiting/decline': {
    may: participants,
    keys: '',
    foreignId: { field: 'waitingId', row: 'waitingEntry', hiddenFrom: ['participant', 'admin'] },
    input: async (fixtures, caller) => ({ waitingId: await fixtures.createOffer(caller) }),
  },
  'waiting/leave': {
    may: participants,
    keys: '',
    foreignId: { field: 'waitingId', row: 'waitingEntry', hiddenFrom: ['participant', 'admin'] },
    input: async (fixtures, caller) => ({ waitingId: await fixtures.createOffer(caller) }),
  },
  'admin/getWaiting': { may: admins },
  'admin/endWaiting': {
    may: admins,
    keys: '',
    input: async (fixtures, caller) => ({ waitingId: await fixtures.createWaitingEntry(caller) }),
  },
  'admin/resumeWaiting': {
    may: admins,
    keys: '',
    input: async (fixtures, caller) => ({ waitingId: await fixtures.createWaitingEntry(caller) }),
  },
  'participant/rateCoaching': {
    may: participants,
    keys: 'status',
    input: async (fixtures, caller) => ({
      appointmentId: await fixtures.createAppointment(-8, caller),
      starQestions: [5, 5, 5, 5, 5, 5],
      personalFeedback: 'Danke!',
      freeText: adminOnlyText,
      speakWithCoachQuestions: '',
      additionalQuestions: '',
    }),
  },
  'participant/getFiles': {
    may: signedInCallers,
    keys:
      `editableFile mayUpload ${prefixNames('files.uploadParticiopant[]', fileKeys)} ` +
      prefixNames('files.uploadCoach[]', fileKeys),
    foreignId: { field: 'participantId', row: 'participant', hiddenFrom: ['otherCoach'] },
    input: ({ people }, caller) => (caller === 'participant' ? {} : { participantId: people.participant }),
  },
  'participant/uploadFiles': {
    may: participants,
    keys: 'status',
    files: ({ docx }, session) => [createFilePart(`file_${session}_0`, 'CV.docx', docx)],
  },
  'participant/downloadFile': {
    may: signedInCallers,
    foreignId: { field: 'fileId', row: 'document', hiddenFrom: ['participant', 'otherCoach'] },
  },
  'participant/getMarkup': {
    may: signedInCallers,
    keys:
      `${prefixNames('data.blocks[].runs[]', 'text change author at comment')} ` +
      `${prefixNames('data.blocks[].layout', 'heading listItem cell')} ` +
      prefixNames('data.comments[]', 'comment author at text answers'),
    foreignId: { field: 'fileId', row: 'document', hiddenFrom: ['participant', 'otherCoach'] },
    input: async (fixtures) => ({ fileId: (await fixtures.createMarkedDocuments()).fromId }),
  },
  'participant/compareFiles': {
    may: signedInCallers,
    keys:
      `${prefixNames('data.from', 'fileId name version')} ${prefixNames('data.to', 'fileId name version')} ` +
      `${prefixNames('data.blocks[]', 'change moved')} ${prefixNames('data.blocks[].runs[]', 'text change')} ` +
      `${prefixNames('data.blocks[].layout.from', 'heading listItem cell')} ` +
      `${prefixNames('data.blocks[].layout.to', 'heading listItem cell')} ` +
      prefixNames('data.counts', 'inserted deleted changed'),
    foreignId: {
      field: 'fromId',
      row: 'document',
      hiddenFrom: ['participant', 'otherCoach'],
      otherInput: { toId: 1 },
    },
    input: (fixtures) => fixtures.createMarkedDocuments(),
  },
  'participant/getCleanCopy': {
    may: signedInCallers,
    foreignId: { field: 'fileId', row: 'document', hiddenFrom: ['participant', 'otherCoach'] },
    input: async (fixtures) => ({ fileId: (await fixtures.createMarkedDocuments()).fromId }),
  },
  'participant/deleteFile': {
    may: signedInCallers,
    keys: 'status',
    foreignId: { field: 'fileId', row: 'document', hiddenFrom: ['participant', 'coach', 'admin'] },
    input: async (fixtures, caller) => ({ fileId: await fixtures.createOwnDocument(caller) }),
  },
  'participant/changeContact': { may: participants, keys: '', input: () => ({ phoneNumber: '0221 7654321' }) },
  'participant/getAccessLog': {
    may: participants,
    keys: `meta.total ${prefixNames('data[]', 'at who role what document')}`,
    input: async (fixtures, caller) => {
      await fixtures.logAccess(caller);
      return {};
    },
  },
  'participant/exportOwnData': { may: participants },
  'participant/requestErasure': { may: participants, keys: prefixNames('data', 'requestedAt due') },
  'participant/withdrawErasure': { may: participants, keys: '' },
  'participant/getErasureRequest': {
    may: participants,
    keys: prefixNames('data', 'requestedAt due reason answer.at answer.reason'),
    input: async (fixtures, caller) => {
      await fixtures.createAnsweredErasureRequest(caller);
      return {};
    },
  },
  'participant/getReminders': {
    may: participants,
    keys: prefixNames('data', 'reminderThreeDays reminderDayBefore reminderSoon ratingInvitation'),
  },
  'participant/changeReminder': {
    may: participants,
    keys: '',
    input: () => ({ kind: 'reminderSoon', wanted: true }),
  },
  'calendar/appointmentFile': {
    may: signedInCallers,
    foreignId: { field: 'appointmentId', row: 'appointment', hiddenFrom: ['participant', 'otherCoach'] },
  },
  'calendar/getFeed': {
    may: signedInCallers,
    keys: prefixNames('data', 'createdAt readAt initialsOnly freeShown'),
    input: (fixtures, caller) => fixtures.createFeed(caller),
  },
  'calendar/renewFeed': { may: signedInCallers, keys: 'data.address' },
  'calendar/changeFeed': {
    may: signedInCallers,
    keys: '',
    input: async (fixtures, caller) => ({
      ...(await fixtures.createFeed(caller)),
      initialsOnly: true,
      freeShown: false,
    }),
  },
  'calendar/endFeed': { may: signedInCallers, keys: '' },
  'calendar/getHolidays': {
    may: signedInCallers,
    keys: prefixNames('data[]', 'date name'),
    input: () => ({ year: 2027, state: 'DE-BE' }),
  },
  'coach/uploadFiles': {
    may: coaches,
    keys: 'status',
    files: ({ docx, people }, session) => [createFilePart(`file_${session}_${people.participant}_0`, 'CV.docx', docx)],
  },
  'coach/getMyIntroduction': {
    may: coaches,
    keys: ownIntroductionKeys,
    input: async (fixtures, caller) => {
      await fixtures.createIntroductions(caller);
      return {};
    },
  },
  'coach/proposeIntroduction': {
    may: coaches,
    keys: ownIntroductionKeys,
    files: ({ picture }, session) => [createFilePart(`picture_${session}`, 'ich.png', picture)],
  },
  'coach/deleteIntroduction': {
    may: coaches,
    keys: ownIntroductionKeys,
    input: async (fixtures, caller) => {
      await fixtures.createIntroductions(caller);
      return { what: 'picture' };
    },
  },
  'admin/getIntroductions': { may: admins },
  'admin/approveIntroduction': { may: admins },
  'admin/refuseIntroduction': { may: admins },
  'coach/setDocumentState': {
    may: coaches,
    keys: '',
    foreignId: { field: 'fileId', row: 'document', hiddenFrom: ['otherCoach'], otherInput: { state: 'inWork' } },
    input: async (fixtures) => ({ fileId: await fixtures.createOwnDocument('participant'), state: 'inWork' }),
  },
  'coach/getViews': {
    may: coaches,
    keys: prefixNames('data[]', 'viewId name query columns[]'),
    input: async (fixtures, caller) => {
      await fixtures.createView(caller);
      return { list: 'termine' };
    },
  },
  'coach/saveView': {
    may: coaches,
    keys: 'data.viewId',
    input: () => ({ list: 'termine', name: 'Frei', query: 'ohne=gebucht', columns: ['coach'] }),
  },
  'coach/deleteView': {
    may: coaches,
    keys: '',
    foreignId: { field: 'viewId', row: 'view', hiddenFrom: ['coach', 'otherCoach'] },
    input: async (fixtures, caller) => ({ viewId: await fixtures.createView(caller) }),
  },
  'coach/writeNote': {
    may: coaches,
    keys: 'data.noteId',
    foreignId: {
      field: 'participantId',
      row: 'participant',
      hiddenFrom: ['otherCoach'],
      otherInput: { text: 'Hallo' },
    },
    input: ({ people }) => ({ participantId: people.participant, text: 'Gut so!' }),
  },
  'coach/deleteNote': {
    may: coaches,
    keys: '',
    foreignId: { field: 'noteId', row: 'note', hiddenFrom: ['coach', 'otherCoach'] },
    input: async (fixtures, caller) => ({ noteId: await fixtures.createOwnNote(caller) }),
  },
  'participant/getNotes': {
    may: signedInCallers,
    keys: `meta.mayWrite ${prefixNames('data[]', 'noteId text author mine writtenAt')}`,
    foreignId: { field: 'participantId', row: 'participant', hiddenFrom: ['otherCoach'] },
    input: async (fixtures, caller) => {
      await fixtures.createOwnNote(caller);
      return caller === 'participant' ? {} : { participantId: fixtures.people.participant };
    },
  },
  'coach/getCoachList': { may: coaches, keys: 'data[].label data[].value' },
  'coach/searchParticipant': {
    may: coaches,
    keys: 'data[].participantId data[].fullName data[].email',
    input: () => ({ searchString: 'Robin' }),
  },
  'coach/searchParticipantFull': { may: coaches, keys: foundParticipantKeys, input: () => ({ searchString: 'Robin' }) },
  'coach/dailyPlan': {
    may: coaches,
    keys: prefixNames(
      'data[]',
      'id date weekDay timeSlot status href note coming attended coachId coachFullName participantFullName ' +
        'participantPhoneNumber ' +
        'participantEmail participantEndOfQualification participantQualification participantId takeBackUntil ' +
        'files.meta.total ' +
        `${prefixNames('files.data[]', fileKeys)} ` +
        prefixNames(
          'remainingAppointments[]',
          'appointmentId appointmentDate appointmentFromTime appointmentTillTime coachName',
        ),
    ),
    input: () => dateRange,
  },
  'coach/appointmentOverview': { may: coaches, keys: overviewKeys, input: () => ({ ...dateRange, ...everyStatus }) },
  'coach/createOneAppointment': {
    may: coaches,
    keys: createdAppointmentKeys,
    foreignId: {
      field: 'participantId',
      row: 'participant',
      hiddenFrom: ['otherCoach'],
      otherInput: { ...newTime, type: 'Einzelcoaching' },
    },
    input: (fixtures) => fixtures.createAppointmentForm(),
  },
  'coach/moveAppointment': {
    may: coaches,
    keys: movedAppointmentKeys,
    foreignId: { field: 'appointmentId', row: 'appointment', hiddenFrom: ['otherCoach'], otherInput: newTime },
    input: async (fixtures, caller) => ({ ...newTime, appointmentId: await fixtures.createOwnFreeSlot(caller) }),
  },
  'coach/bookForParticipant': {
    may: coaches,
    keys: createdAppointmentKeys,
    foreignId: {
      field: 'appointmentId',
      row: 'appointment',
      hiddenFrom: ['otherCoach'],
      otherInput: createFoundParticipant,
    },
    input: async (fixtures, caller) => ({
      ...(await createFoundParticipant(fixtures.world, fixtures.people[caller])),
      appointmentId: await fixtures.createOwnFreeSlot(caller),
    }),
  },
  'coach/takeBackBooking': {
    may: coaches,
    keys: '',
    foreignId: { field: 'appointmentId', row: 'appointment', hiddenFrom: ['otherCoach'] },
    input: async (fixtures, caller) => ({ appointmentId: await fixtures.createOwnDirectBooking(caller) }),
  },
  'coach/setMissed': {
    may: coaches,
    keys: '',
    foreignId: { field: 'appointmentId', row: 'appointment', hiddenFrom: ['otherCoach'], otherInput: { missed: true } },
    input: async (fixtures, caller) => ({ appointmentId: await fixtures.createOwnPastBooking(caller), missed: true }),
  },
  'coach/planSeries': { may: coaches, keys: plannedSeriesKeys, input: () => seriesPattern },
  'coach/getSeries': {
    may: coaches,
    keys: seriesListKeys,
    input: async (fixtures, caller) => {
      await fixtures.createOwnSeries(caller, seriesPattern.fromDate);
      return seriesDays;
    },
  },
  'coach/endSeries': {
    may: coaches,
    keys: endedSeriesKeys,
    foreignId: {
      field: 'seriesId',
      row: 'series',
      hiddenFrom: ['otherCoach'],
      otherInput: { fromDate: dateRange.fromDate, apply: false },
    },
    input: async (fixtures, caller) => ({
      seriesId: await fixtures.createOwnSeries(caller, seriesPattern.fromDate),
      fromDate: dateRange.fromDate,
      apply: true,
    }),
  },
  'coach/planAbsence': {
    // Only admins see which colleagues are free.
    may: coaches,
    keys: plannedAbsenceKeys.replace(/ \S*moves\S*/g, ''),
    input: (fixtures, caller) => fixtures.createBookingDuring(caller, absence),
  },
  'coach/getAbsences': {
    may: coaches,
    keys: absenceListKeys,
    input: async (fixtures, caller) => {
      await fixtures.createOwnAbsence(caller);
      return dateRange;
    },
  },
  'coach/getAbsenceEffects': {
    may: coaches,
    keys: ownAbsenceEffectKeys,
    foreignId: foreignAbsence,
    input: async (fixtures, caller) => ({ absenceId: await fixtures.createAbsenceWithBooking(caller, true) }),
  },
  'coach/undoAbsence': {
    may: coaches,
    keys: '',
    foreignId: foreignAbsence,
    input: async (fixtures, caller) => ({ absenceId: await fixtures.createOwnAbsence(caller) }),
  },
  'coach/endAbsence': {
    may: coaches,
    keys: '',
    foreignId: foreignAbsence,
    input: async (fixtures, caller) => ({ absenceId: await fixtures.createOwnAbsence(caller) }),
  },
  'coach/deleteAppointment': {
    may: coaches,
    keys: '',
    input: async (fixtures, caller) => ({ appointmentId: await fixtures.createOwnFreeSlot(caller) }),
  },
  'analytics/appointmentRatingOverview': {
    may: coaches,
    keys: `meta.total ${prefixNames(
      'data[]',
      'ratingId participantSalutation participantFirstName participantLastName coachSalutation coachFirstName ' +
        'coachLastName createdAt averageRating starsCollaboration starsClarifyingOpenQuestions ' +
        'starsApplicationProcess starsCompetencies starsApplicationDocuments starRatingRecommend personalFeedback',
    )}`,
    extraKeys: { admin: prefixNames('data[]', 'freeText speakWithCoachQuestions additionalQuestions') },
    input: () => ({
      fromDate: dateRange.fromDate,
      toDate: dateRange.tillDate,
      coachId: null,
      ratingFrom: 1,
      ratingTo: 5,
    }),
  },
  'admin/searchParticipantFull': {
    may: speedCoachesAndAdmins,
    keys: foundParticipantKeys,
    input: () => ({ searchString: 'Robin' }),
  },
  'admin/searchParticipantShort': { may: admins },
  'admin/createOneAppointment': {
    may: admins,
    keys: createdAppointmentKeys,
    input: (fixtures) => ({ ...fixtures.createAppointmentForm(), coachId: fixtures.people.coach }),
  },
  'admin/moveAppointment': {
    may: admins,
    keys: movedAppointmentKeys,
    input: async (fixtures, caller) => ({
      ...newTime,
      fromTime: '12:00',
      tillTime: '12:45',
      coachId: fixtures.people.coach,
      appointmentId: await fixtures.createOwnFreeSlot(caller),
    }),
  },
  'admin/bookForParticipant': {
    may: admins,
    keys: createdAppointmentKeys,
    input: async (fixtures) => ({
      appointmentId: await fixtures.createAppointment(28),
      participantId: await fixtures.world.addParticipant(),
    }),
  },
  'admin/planSeries': {
    may: admins,
    keys: plannedSeriesKeys,
    input: (fixtures) => ({ ...seriesPattern, coachId: fixtures.people.coach }),
  },
  'admin/getSeries': {
    may: admins,
    keys: seriesListKeys,
    input: async (fixtures, caller) => {
      await fixtures.createOwnSeries(caller, seriesPattern.fromDate);
      return { ...seriesDays, coachId: null };
    },
  },
  'admin/endSeries': {
    may: admins,
    keys: endedSeriesKeys,
    input: async (fixtures, caller) => ({
      seriesId: await fixtures.createOwnSeries(caller, seriesPattern.fromDate),
      fromDate: dateRange.fromDate,
      apply: true,
    }),
  },
  'admin/planAbsence': {
    may: admins,
    keys: plannedAbsenceKeys,
    input: async (fixtures, caller) => ({
      ...(await fixtures.createBookingDuring(caller, absence)),
      coachId: fixtures.people[caller],
    }),
  },
  'admin/getAbsences': {
    may: admins,
    keys: absenceListKeys,
    input: async (fixtures, caller) => {
      await fixtures.createOwnAbsence(caller);
      return { ...dateRange, coachId: null };
    },
  },
  'admin/getAbsenceEffects': {
    may: admins,
    keys: absenceEffectKeys,
    input: async (fixtures, caller) => ({ absenceId: await fixtures.createAbsenceWithBooking(caller) }),
  },
  'admin/undoAbsence': {
    may: admins,
    keys: '',
    input: async (fixtures, caller) => ({ absenceId: await fixtures.createOwnAbsence(caller) }),
  },
  'admin/endAbsence': {
    may: admins,
    keys: '',
    input: async (fixtures, caller) => ({ absenceId: await fixtures.createOwnAbsence(caller) }),
  },
  'admin/setMissed': {
    may: admins,
    keys: '',
    input: async (fixtures) => ({ appointmentId: await fixtures.createPastBooking(), missed: true }),
  },
  'admin/deleteAppointment': {
    may: admins,
    keys: '',
    input: async (fixtures, caller) => ({ appointmentId: await fixtures.createOwnFreeSlot(caller) }),
  },
  'admin/appointmentOverview': {
    may: admins,
    keys: overviewKeys,
    input: () => ({ ...dateRange, ...everyStatus, coachId: null }),
  },
  'admin/importAppointmentsByFile': {
    may: admins,
    keys:
      `status message importId headerRow ${prefixNames('success[]', importedAppointmentKeys)} ` +
      prefixNames('errors[]', importedAppointmentKeys),
    files: (fixtures, session) => [createFilePart(`file_${session}`, 'termine.csv', fixtures.createImportFile())],
  },
  'admin/createToken': {
    may: admins,
    keys: 'data.tokenId data.token',
    input: (fixtures) => fixtures.createTokenForm(),
  },
  'admin/getTokens': {
    may: admins,
    keys:
      prefixNames('data[]', 'tokenId name createdAt createdBy expiresOn lastUsedAt lastCall revokedAt revokedBy') +
      ' data[].scopes[]',
  },
  'admin/revokeToken': { may: admins },
  'admin/inviteParticipant': {
    may: admins,
    keys: 'data.participantId',
    input: (fixtures) => fixtures.createInvitation(),
  },
  'admin/inviteParticipantsByFile': {
    may: admins,
    keys:
      'data.headerRow ' +
      ['invited', 'known', 'errors'].map((group) => prefixNames(`data.${group}[]`, invitedRowKeys)).join(' '),
    files: (fixtures, session) => [createFilePart(`file_${session}`, 'a.csv', fixtures.createInvitationFile())],
  },
  'admin/undoImport': { may: admins },
  'admin/getImports': { may: admins },
  'admin/getToday': { may: admins },
  'admin/getImport': { may: admins },
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
  'admin/setDefaultPassword': { may: admins, hashesPassword: true },
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
  'admin/getBackupState': { may: admins },
  'admin/getExampleValues': { may: admins },
  'admin/createWebhook': { may: admins },
  'admin/getWebhooks': { may: admins },
  'admin/changeWebhook': { may: admins },
  'admin/renewWebhookSecret': { may: admins },
  'admin/deleteWebhook': { may: admins },
  'admin/testWebhook': { may: admins },
  'admin/getDeliveries': { may: admins },
  'admin/resendDelivery': { may: admins },
};

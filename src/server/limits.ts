/** At most so many points in so many seconds, counted from the first one. */
export interface Limit {
  points: number;
  seconds: number;
}

const minutes = (count: number) => count * 60;
const hour = minutes(60);

/**
 * Attempts whose number must not be exceeded by one (contract §4), each counted in the database. A training centre shares one
 * address, hence the high figures per address.
 */
export const attempts = {
  loginOfAccount: { points: 10, seconds: minutes(15) },
  loginOfAddress: { points: 100, seconds: minutes(15) },
  // Where somebody has signed in before; beyond it the two above count.
  loginOfDevice: { points: 10, seconds: minutes(15) },
  // Wrong codes of those who know the password that they are counted with: of a million codes two count at a time.
  codeOfLogin: { points: 20, seconds: 24 * hour },
  codeOfDevice: { points: 20, seconds: 24 * hour },
  codeOfPerson: { points: 10, seconds: minutes(15) },
  // Guesses at the password of an open session.
  passwordOfPerson: { points: 10, seconds: minutes(15) },
  registrationOfEmail: { points: 5, seconds: hour },
  registrationOfAddress: { points: 100, seconds: hour },
  // Beyond it a registration is taken and mails nothing: strangers must not keep somebody from registering.
  registrationMails: { points: 5, seconds: hour },
  forgottenOfEmail: { points: 5, seconds: hour },
  forgottenOfAddress: { points: 100, seconds: hour },
  confirmationOfAddress: { points: 100, seconds: hour },
  trackingOfAddress: { points: 600, seconds: hour },
  // Wrong addresses of calendars, and one calendar read over and over.
  calendarOfAddress: { points: 100, seconds: minutes(15) },
  calendarOfPerson: { points: 60, seconds: hour },
} satisfies Record<string, Limit>;

/**
 * Calls of a person, or of an address where nobody is signed in: far beyond what people do, far below what scripts can.
 * Counted in memory and brought to the database in tenths, so that few calls write: n instances let through up to
 * n tenths more than one.
 */
export const usage = {
  calls: { points: 1500, seconds: minutes(5) },
  // Two hundred people behind one address, all of them opening the portal in the same minutes.
  openCalls: { points: 6000, seconds: minutes(5) },
  // A field that searches while one types asks a few times per name.
  searches: { points: 600, seconds: minutes(10) },
  downloads: { points: 300, seconds: hour },
  uploads: { points: 100, seconds: hour },
  imports: { points: 30, seconds: hour },
  bookings: { points: 60, seconds: hour },
  passwords: { points: 20, seconds: hour },
  // Each of them mails somebody: a coach's sick week is a hundred appointments.
  deedsThatMail: { points: 600, seconds: hour },
} satisfies Record<string, Limit>;

type UsageName = keyof typeof usage;

/** The calls of signed-in people that cost more than others; all others count as `calls`. */
const costly: Record<string, UsageName> = {
  'coach/searchParticipant': 'searches',
  'coach/searchParticipantFull': 'searches',
  'admin/searchParticipantFull': 'searches',
  'admin/searchParticipantShort': 'searches',
  'participant/downloadFile': 'downloads',
  'participant/uploadFiles': 'uploads',
  'coach/uploadFiles': 'uploads',
  'admin/importAppointmentsByFile': 'imports',
  'appointment/bookAppointment': 'bookings',
  'appointment/stornoByParticipant': 'bookings',
  'authentication/setNewPassword': 'passwords',
  'admin/setDefaultPassword': 'deedsThatMail',
  'appointment/stornoByAdmin': 'deedsThatMail',
  'coach/createOneAppointment': 'deedsThatMail',
  'admin/createOneAppointment': 'deedsThatMail',
  'admin/changeActiveStatus': 'deedsThatMail',
  'admin/changeUserData': 'deedsThatMail',
  'admin/sendMailAgain': 'deedsThatMail',
};

/** What a call counts as; `signedIn` tells whether a person stands behind it. */
export function usageOf(path: string, signedIn: boolean): UsageName {
  return signedIn ? (costly[path] ?? 'calls') : 'openCalls';
}

import type { Usage } from '../../shared/call.ts';

/** At most `points` attempts or calls within `seconds`, counted from the first one. */
export interface Limit {
  points: number;
  seconds: number;
}

const minutes = (count: number) => count * 60;
const hour = minutes(60);

/**
 * Attempts with an exact limit (reference 2.10): each one is counted in the database. A training centre shares one
 * address, hence the high figures per address.
 */
export const attempts = {
  loginOfAccount: { points: 10, seconds: minutes(15) },
  loginOfAddress: { points: 100, seconds: minutes(15) },
  // For a device on which the person has signed in before; once it is reached, the two limits above apply.
  loginOfDevice: { points: 10, seconds: minutes(15) },
  // Wrong codes after a correct password: of a million codes, two are valid at a time.
  codeOfLogin: { points: 20, seconds: 24 * hour },
  codeOfDevice: { points: 20, seconds: 24 * hour },
  codeOfPerson: { points: 10, seconds: minutes(15) },
  // Guesses at the password within an open session.
  passwordOfPerson: { points: 10, seconds: minutes(15) },
  registrationOfEmail: { points: 5, seconds: hour },
  registrationOfAddress: { points: 100, seconds: hour },
  // Beyond this limit a registration succeeds but sends no mail: strangers must not keep anyone from registering.
  registrationMails: { points: 5, seconds: hour },
  forgottenOfEmail: { points: 5, seconds: hour },
  forgottenOfAddress: { points: 100, seconds: hour },
  confirmationOfAddress: { points: 100, seconds: hour },
  barriersOfAddress: { points: 5, seconds: hour },
  exportsOfPerson: { points: 3, seconds: 24 * hour },
  // Beyond this limit requests for erasure are stored, but not mailed to the team.
  erasureMails: { points: 3, seconds: 24 * hour },
  trackingOfAddress: { points: 600, seconds: hour },
  // Reading with wrong calendar addresses, and reading one calendar too often.
  calendarOfAddress: { points: 100, seconds: minutes(15) },
  calendarOfPerson: { points: 60, seconds: hour },
} satisfies Record<string, Limit>;

/**
 * Limits for the calls of a person, or of an address if nobody is signed in: far more than people make, far fewer than
 * scripts can make. Calls are counted in memory and added to the database in tenths of the limit, so that few calls
 * write to it: n instances together allow up to n tenths more than one.
 */
export const usage = {
  calls: { points: 1500, seconds: minutes(5) },
  // Enough for two hundred people behind one address who open the portal within the same minutes.
  openCalls: { points: 6000, seconds: minutes(5) },
  // A field that searches while people type makes a few calls per name.
  searches: { points: 600, seconds: minutes(10) },
  downloads: { points: 300, seconds: hour },
  uploads: { points: 100, seconds: hour },
  imports: { points: 30, seconds: hour },
  bookings: { points: 60, seconds: hour },
  passwords: { points: 20, seconds: hour },
  // Calls that send mails: if a coach is sick for a week, a hundred appointments are cancelled.
  actionsThatMail: { points: 600, seconds: hour },
} satisfies Record<Usage | 'openCalls', Limit>;

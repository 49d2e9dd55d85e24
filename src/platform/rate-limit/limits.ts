import type { CallLimitName } from '../../shared/call.ts';

/** At most `points` attempts or calls within `seconds` of the first one. */
export interface Limit {
  points: number;
  seconds: number;
}

const minutes = (count: number) => count * 60;
const hour = minutes(60);

/**
 * Limits of attempts (reference 2.10). Each attempt is counted in the database, so these limits are exact. The limits
 * of IP addresses are high, because all people in a training centre share one address.
 */
export const attemptLimits = {
  loginPerAccount: { points: 10, seconds: minutes(15) },
  loginPerIpAddress: { points: 100, seconds: minutes(15) },
  // For a device on which the person has signed in before. After this limit is reached, the two limits above apply.
  loginPerDevice: { points: 10, seconds: minutes(15) },
  // Started sign-ins with a passkey. A browser starts one each time when it shows the page for signing in.
  passkeyLoginStartPerIpAddress: { points: 600, seconds: minutes(15) },
  // Sign-ins at the identity provider, counted when they start and again when they come back.
  singleSignOnPerIpAddress: { points: 600, seconds: minutes(15) },
  // Wrong codes of the second factor after a correct password. Two of a million codes are valid at any time.
  loginCodePerAccount: { points: 20, seconds: 24 * hour },
  loginCodePerDevice: { points: 20, seconds: 24 * hour },
  codePerPerson: { points: 10, seconds: minutes(15) },
  // Wrong passwords in a call that asks a signed-in person for the password.
  passwordPerPerson: { points: 10, seconds: minutes(15) },
  // Calls with tokens that are not valid.
  tokenPerIpAddress: { points: 100, seconds: minutes(15) },
  registrationPerEmail: { points: 5, seconds: hour },
  registrationPerIpAddress: { points: 100, seconds: hour },
  // Beyond this limit a registration succeeds without a mail, so that others cannot keep somebody from registering.
  registrationMails: { points: 5, seconds: hour },
  passwordResetPerEmail: { points: 5, seconds: hour },
  passwordResetPerIpAddress: { points: 100, seconds: hour },
  confirmationPerIpAddress: { points: 100, seconds: hour },
  barrierReportPerIpAddress: { points: 5, seconds: hour },
  exportPerPerson: { points: 3, seconds: 24 * hour },
  // Beyond this limit requests for erasure are stored, but no mail is sent to the team.
  erasureMails: { points: 3, seconds: 24 * hour },
  trackingPerIpAddress: { points: 600, seconds: hour },
  // Requests with wrong calendar URLs.
  calendarRequestPerIpAddress: { points: 100, seconds: minutes(15) },
  // Requests for the calendar of one person.
  calendarRequestPerPerson: { points: 60, seconds: hour },
} satisfies Record<string, Limit>;

/**
 * Limits of the calls of a person, or of an IP address if nobody is signed in. They are far higher than what people
 * need, and far lower than what scripts can do. Calls are counted in memory and added to the database in tenths of the
 * limit, so that few calls write to the database. Each process may therefore exceed a limit by up to a tenth of it.
 */
export const callLimits = {
  calls: { points: 1500, seconds: minutes(5) },
  // For callers who are not signed in. Two hundred people with the same IP address can open the portal in this time.
  anonymousCalls: { points: 6000, seconds: minutes(5) },
  // A search field makes a few calls while somebody types a name.
  searches: { points: 600, seconds: minutes(10) },
  downloads: { points: 300, seconds: hour },
  uploads: { points: 100, seconds: hour },
  imports: { points: 30, seconds: hour },
  bookings: { points: 60, seconds: hour },
  passwords: { points: 20, seconds: hour },
  // Calls that send mails. If a coach is sick for a week, a hundred appointments may be cancelled.
  actionsThatMail: { points: 600, seconds: hour },
} satisfies Record<CallLimitName | 'anonymousCalls', Limit>;

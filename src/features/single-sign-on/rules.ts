import { isStaff, roles } from '../../shared/roles.ts';

/** For this many minutes somebody may be at the identity provider (reference 3.18). */
export const attemptMinutes = 10;

/** For this many seconds the code in the address opens a session, once (reference 3.18). */
export const codeSeconds = 60;

/** The maximum number of characters of the page to go to after signing in. */
const maxTargetLength = 2000;

/** Why nobody is signed in after the identity provider has answered (reference 3.18). */
export type SignInFault = 'unknown' | 'cancelled' | 'failed';

/** The sentences of the faults (reference 3.18). */
export const faultMessages: Record<SignInFault, string> = {
  unknown:
    'Für dieses Konto gibt es im Portal keinen aktiven Zugang. Coaches und Team fragen die Admins des Portals, ' +
    'Teilnehmende melden sich mit E-Mail und Passwort an.',
  cancelled: 'Du hast die Anmeldung abgebrochen. Du kannst jederzeit neu beginnen.',
  failed:
    'Die Anmeldung hat nicht geklappt. Beginne hier in diesem Browser noch einmal, und frag die Admins des Portals, ' +
    'wenn es wieder nicht klappt.',
};

/**
 * Returns the path of the page to go to after signing in, `/` for anything that is no path of this portal (reference
 * 3.18). A path begins with exactly one slash, and has neither backslashes nor control characters, which browsers read
 * as slashes or leave out.
 */
export function toTarget(wanted: unknown): string {
  if (typeof wanted !== 'string' || wanted.length > maxTargetLength) return '/';
  // Browsers leave out `/.` and `/..` in front, which would make `/.//host` begin with two slashes.
  const isPath = /^\/(?!\/)[^\\\p{Cc}]*$/u.test(wanted) && !/^\/((\.|%2e){1,2}\/)+\//i.test(wanted);
  return isPath ? wanted : '/';
}

/**
 * Returns the address to which the identity provider’s answer leads: with a code and the path of a page, or with a
 * fault (reference 3.18). Browsers keep the part behind the # to themselves.
 */
export function toLanding(result: { code: string; target: string } | { fault: SignInFault }): string {
  if ('fault' in result) return `/#sso-error=${result.fault}`;
  const target = encodeURIComponent(result.target).replace(/%(2F|3F|3D)/g, (encoded) => decodeURIComponent(encoded));
  return `/#sso=${result.code}&to=${target}`;
}

/** What the settings say about ways to sign in. The e-mail address is in lower case. */
export interface SignInPolicy {
  isOnlyWay: boolean;
  exceptedEmail: string | undefined;
}

/**
 * Whether a person may sign in with single sign-on only: staff where the provider says so, with the exception of one
 * e-mail address (reference 3.18).
 */
export function mustUseSingleSignOn(
  policy: SignInPolicy | null,
  { roleId, email }: { roleId: number | null; email: string | null },
): boolean {
  if (!policy?.isOnlyWay || !isStaff(roleId)) return false;
  return policy.exceptedEmail === undefined || email?.toLowerCase() !== policy.exceptedEmail;
}

/** Returns the ids of the roles with which a person with this e-mail address has no password (reference 3.18). */
export function rolesWithoutPassword(policy: SignInPolicy | null, email: string): number[] {
  const roleIds = Object.values(roles).map(({ value }) => value);
  return roleIds.filter((roleId) => mustUseSingleSignOn(policy, { roleId, email }));
}

/** What an identity provider says about an account; it may say anything in place of the expected types. */
export interface AccountClaims {
  email?: unknown;
  email_verified?: unknown;
}

/**
 * Returns the e-mail address of an account if its identity provider says that it has verified it (`email_verified` is
 * true and no text), otherwise null (reference 3.18).
 */
export function verifiedEmailOf({ email, email_verified: isVerified }: AccountClaims): string | null {
  return typeof email === 'string' && email !== '' && isVerified === true ? email : null;
}

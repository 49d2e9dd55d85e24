import { addDays, dateOf } from '../../shared/berlin.ts';
import { scopes, toFieldErrors, type FieldError, type Scope } from '../../shared/call.ts';

export { scopes, type Scope };

/** How many days from today a token may be valid at most (reference 2.14). */
export const maxTokenDays = 366;

/** How many live tokens there may be, of all admins together (reference 2.14). */
export const maxTokens = 20;

/** Returns the errors of a new token that do not depend on the day (reference 2.14). */
export function tokenErrors({ name, scopes: chosen }: { name: string; scopes: readonly Scope[] }): FieldError[] {
  return toFieldErrors({
    name: name ? null : 'Bitte gib einen Namen ein.',
    scopes: chosen.length > 0 ? null : 'Bitte wähle mindestens einen Bereich aus.',
  });
}

/**
 * Returns the error of a token's last day (`yyyy-mm-dd`; '' for none), or null (reference 2.14). It must be from tomorrow
 * to `maxTokenDays` days after `today`, the current day in Berlin.
 */
export function lastDayProblem(expiresOn: string, today: string): string | null {
  if (!expiresOn) return 'Bitte gib ein Datum ein.';
  if (expiresOn <= today) return 'Der Zugangsschlüssel muss mindestens bis morgen gelten.';
  return expiresOn > addDays(today, maxTokenDays)
    ? `Der Zugangsschlüssel darf höchstens ${maxTokenDays} Tage gelten.`
    : null;
}

/**
 * Whether a token was revoked before a day (`yyyy-mm-dd`, in Berlin), or its last day is before it (reference 2.14).
 * `revokedAt` is ISO 8601, or null.
 */
export function hasEndedBefore(token: { revokedAt: string | null; expiresOn: string }, day: string): boolean {
  return token.expiresOn < day || (token.revokedAt !== null && dateOf(new Date(token.revokedAt)) < day);
}

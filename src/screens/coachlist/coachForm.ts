import type { CoachForm } from '../../features/coaches/rules.ts';

/** The error if another account has a coach's e-mail address. */
export const emailTaken = 'Diese E-Mail-Adresse gehört schon zu einem anderen Konto.';

/** A coach's form, trimmed as the server does it before validating. */
export function trimmed<F extends CoachForm>(form: F): F {
  return {
    ...form,
    firstName: form.firstName.trim(),
    lastName: form.lastName.trim(),
    email: form.email.trim(),
    teamsLink: form.teamsLink.trim(),
  };
}

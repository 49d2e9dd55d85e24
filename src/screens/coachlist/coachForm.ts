import type { CoachForm } from '../../features/coaches/rules.ts';

/** The error if the e-mail address belongs to another account. */
export const emailTaken = 'Diese E-Mail-Adresse gehört schon zu einem anderen Konto.';

/** The form of a coach, trimmed in the same way as the server does before validating. */
export function trimCoachForm<F extends CoachForm>(form: F): F {
  return {
    ...form,
    firstName: form.firstName.trim(),
    lastName: form.lastName.trim(),
    email: form.email.trim(),
    teamsLink: form.teamsLink.trim(),
  };
}

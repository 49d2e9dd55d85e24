import type { CoachForm } from '../../features/coaches/rules.ts';

/** The error message for an e-mail address that belongs to another account. */
export const emailTakenMessage = 'Diese E-Mail-Adresse gehört schon zu einem anderen Konto.';

/** Trims the texts of a coach's form, as the server does before it validates them. */
export function trimCoachForm<F extends CoachForm>(form: F): F {
  return {
    ...form,
    firstName: form.firstName.trim(),
    lastName: form.lastName.trim(),
    email: form.email.trim(),
    teamsLink: form.teamsLink.trim(),
  };
}

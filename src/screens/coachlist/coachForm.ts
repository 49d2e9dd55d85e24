import type { CoachForm } from '../../features/coaches/rules.ts';

/** The error at a coach's e-mail address if another account has it. */
export const emailTaken = 'Diese E-Mail-Adresse gehört schon zu einem anderen Konto.';

/** A coach's form as it is validated and sent: trimmed, as the server reads it. */
export function trimmed<F extends CoachForm>(form: F): F {
  return {
    ...form,
    firstName: form.firstName.trim(),
    lastName: form.lastName.trim(),
    email: form.email.trim(),
    teamsLink: form.teamsLink.trim(),
  };
}

import type { CoachForm } from '../rules.ts';

/** What is said at the e-mail of a coach when somebody else has it. */
export const emailTaken = 'Diese E-Mail-Adresse gehört schon zu einem anderen Konto.';

/** A coach's form as it is judged and sent: trimmed, as the server reads it. */
export function trimmed<F extends CoachForm>(form: F): F {
  return {
    ...form,
    firstName: form.firstName.trim(),
    lastName: form.lastName.trim(),
    email: form.email.trim(),
    teamsLink: form.teamsLink.trim(),
  };
}

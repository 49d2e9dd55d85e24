import { emailProblem } from '../../people/rules.ts';

/** Returns the errors of the form for a report, by field (reference 1.19); the e-mail may be empty. */
export function reportErrors({ text, email }: { text: string; email: string }): Record<string, string | null> {
  return {
    text: text ? null : 'Bitte beschreibe, was nicht geht',
    email: email ? emailProblem(email, '') : null,
  };
}

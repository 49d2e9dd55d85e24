import { emailProblem } from '../../people/rules.ts';

/** Returns the error of each field of a report, null for no error (reference 1.19). The e-mail address may be ''. */
export function findBarrierReportErrors({
  text,
  email,
}: {
  text: string;
  email: string;
}): Record<string, string | null> {
  return {
    text: text ? null : 'Bitte beschreibe, was nicht geht',
    email: email ? emailProblem(email) : null,
  };
}

import * as z from 'zod/mini';
import { call, field, nothing, problems, text } from '../../../shared/call.ts';
import { longest } from '../../../shared/lengths.ts';
import { reportErrors } from './rules.ts';

/** An e-mail that need not be given; null and an absent one count as empty. */
const optionalEmail = z.pipe(
  z.optional(z.nullable(text(longest.email))),
  z.transform((value) => value ?? ''),
);

export const reportBarrier = call({
  path: 'public/reportBarrier',
  summary: 'Mails the team what somebody cannot use; nothing of it is stored. Five an hour per address.',
  may: 'everyone',
  input: z.object({ text: field(longest.reason, { multiline: true }), email: optionalEmail }),
  rules: (input) => problems(reportErrors(input)),
  output: nothing,
});

import * as z from 'zod/mini';
import { call, field, nothing, problems, text } from '../../../shared/call.ts';
import { longest } from '../../../shared/lengths.ts';
import { reportErrors } from './rules.ts';

/** An optional e-mail; a missing one and null are read as ''. */
const optionalEmail = z.pipe(
  z.optional(z.nullable(text(longest.email))),
  z.transform((value) => value ?? ''),
);

export const reportBarrier = call({
  path: 'public/reportBarrier',
  summary: 'Mails the team a report of a barrier, which is not stored. Limited to five an hour per network address.',
  may: 'everyone',
  input: z.object({ text: field(longest.reason, { multiline: true }), email: optionalEmail }),
  rules: (input) => problems(reportErrors(input)),
  output: nothing,
});

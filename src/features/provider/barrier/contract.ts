import * as z from 'zod/mini';
import { call, field, nothing, toFieldErrors, text } from '../../../shared/call.ts';
import { maxLengths } from '../../../shared/lengths.ts';
import { reportErrors } from './rules.ts';

/** An optional e-mail; a missing one and null are read as ''. */
const optionalEmail = z.pipe(
  z.optional(z.nullable(text(maxLengths.email))),
  z.transform((value) => value ?? ''),
);

export const reportBarrier = call({
  path: 'public/reportBarrier',
  summary: 'Mails the team a report of a barrier, which is not stored. Limited to five an hour per network address.',
  may: 'everyone',
  input: z.object({ text: field(maxLengths.reason, { multiline: true }), email: optionalEmail }),
  rules: (input) => toFieldErrors(reportErrors(input)),
  output: nothing,
});

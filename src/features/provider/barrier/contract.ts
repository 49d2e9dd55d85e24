import * as z from 'zod/mini';
import { call, nothing, problems, text } from '../../../shared/call.ts';
import { longest } from '../../../shared/lengths.ts';
import { reportErrors } from './rules.ts';

/** A text that may be missing, null or empty. */
const optional = (max: number, multiline: boolean) =>
  z.pipe(
    z.optional(z.nullable(text(max, { multiline }))),
    z.transform((value) => value ?? ''),
  );

export const reportBarrier = call({
  path: 'public/reportBarrier',
  summary: 'Mails the team what somebody cannot use; nothing of it is stored. Five an hour per address.',
  may: 'everyone',
  input: z.object({ text: optional(longest.reason, true), email: optional(longest.email, false) }),
  rules: (input) => problems(reportErrors(input)),
  output: nothing,
});

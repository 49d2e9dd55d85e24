import * as z from 'zod/mini';
import { call, field, emptyObject, toFieldErrors, text } from '../../../shared/call.ts';
import { maxLengths } from '../../../shared/lengths.ts';
import { findBarrierReportErrors } from './rules.ts';

/** An optional e-mail address; null and a missing address become ''. */
const optionalEmail = z.pipe(
  z.optional(z.nullable(text(maxLengths.email))),
  z.transform((value) => value ?? ''),
);

export const reportBarrier = call({
  path: 'public/reportBarrier',
  summary: 'Mails a report of an accessibility barrier to the team. A network address can send five reports an hour.',
  may: 'everyone',
  input: z.object({ text: field(maxLengths.reason, { multiline: true }), email: optionalEmail }),
  rules: (input) => toFieldErrors(findBarrierReportErrors(input)),
  output: emptyObject,
});

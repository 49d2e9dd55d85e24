import * as z from 'zod/mini';
import { phoneProblem } from '../accounts/rules.ts';
import { call, emptyObject, phoneField, toFieldErrors } from '../../shared/call.ts';

export const noParticipantProfile = 'Zu diesem Konto gehört kein Teilnehmerprofil.';

export const changeContact = call({
  path: 'participant/changeContact',
  summary: 'Changes the caller’s phone number. The rules of the registration apply. The caller is notified by mail.',
  may: ['participant', 'admin'],
  rateLimit: 'actionsThatMail',
  input: z.object({ phoneNumber: phoneField }),
  rules: ({ phoneNumber }) => toFieldErrors({ phoneNumber: phoneProblem(phoneNumber) }),
  output: emptyObject,
  refusals: { noParticipantProfile },
});

/**
 * An entry of the access log: something that another person did with the caller's data. `at` is an ISO instant. `who`,
 * `role` and `what` are German texts to show; `role` is '' unless the person is staff. `document` is the name of the
 * document concerned, null if there is none or it has been deleted.
 */
const accessLogEntry = z.object({
  at: z.string(),
  who: z.string(),
  role: z.string(),
  what: z.string(),
  document: z.nullable(z.string()),
});
export type AccessLogEntry = z.output<typeof accessLogEntry>;

/** The number of entries per page of the access log. */
export const accessPageSize = 50;

export const getAccessLog = call({
  path: 'participant/getAccessLog',
  summary:
    'Lists other people’s views, downloads, changes and deletions of the caller’s data, newest first, 50 a page.',
  may: ['participant', 'admin'],
  input: z.object({ page: z.optional(z.int().check(z.minimum(1), z.maximum(100_000))) }),
  output: z.object({ data: z.array(accessLogEntry), meta: z.object({ total: z.int() }) }),
});

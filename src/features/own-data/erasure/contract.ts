import * as z from 'zod/mini';
import { call, field, id, emptyObject, toFieldErrors, text } from '../../../shared/call.ts';
import { maxLengths } from '../../../shared/lengths.ts';
import { noParticipantProfile } from '../contract.ts';

/** An optional reason, which may have several lines; null and a missing reason become ''. */
const optionalReason = z.pipe(
  z.optional(z.nullable(text(maxLengths.reason, { multiline: true }))),
  z.transform((value) => value ?? ''),
);

/** The instant of the request (ISO), and the Berlin day by which the team has to answer it (`yyyy-mm-dd`). */
const requestDates = { requestedAt: z.string(), due: z.string() };

export const requestErasure = call({
  path: 'participant/requestErasure',
  summary: 'Requests that the team erase the caller’s data; while a request is open, another one changes nothing.',
  may: ['participant', 'admin'],
  rateLimit: 'actionsThatMail',
  input: z.object({ reason: optionalReason }),
  output: z.object({ data: z.object(requestDates) }),
  refusals: { noParticipantProfile },
});

export const withdrawErasure = call({
  path: 'participant/withdrawErasure',
  summary: 'Withdraws the caller’s request for erasure; also succeeds if none is open.',
  may: ['participant', 'admin'],
  rateLimit: 'actionsThatMail',
  input: emptyObject,
  output: emptyObject,
  refusals: { noParticipantProfile },
});

/** The caller's request. `answer` is null while the request is open. `answer.at` is an ISO instant. */
const ownRequest = z.object({
  ...requestDates,
  reason: z.string(),
  answer: z.nullable(z.object({ at: z.string(), reason: z.string() })),
});
export type OwnRequest = z.output<typeof ownRequest>;

export const getErasureRequest = call({
  path: 'participant/getErasureRequest',
  summary: 'Returns the caller’s newest request for erasure, null if there is none.',
  may: ['participant', 'admin'],
  input: emptyObject,
  output: z.object({ data: z.nullable(ownRequest) }),
});

const openRequest = z.object({
  participantId: id,
  fullName: z.string(),
  email: z.string(),
  ...requestDates,
  reason: z.string(),
});
export type OpenErasureRequest = z.output<typeof openRequest>;

/**
 * A disabled admin who is not anonymised yet. `participantId` is the admin's id, named like the input of the call that
 * anonymises a person.
 */
const formerAdmin = z.object({ participantId: id, fullName: z.string(), email: z.string() });
export type FormerAdmin = z.output<typeof formerAdmin>;

export const getErasureRequests = call({
  path: 'admin/getErasureRequests',
  summary:
    'Lists the open requests for erasure, the oldest first, each with the day by which it has to be answered. ' +
    '`meta.formerAdmins` lists the inactive admins, who can be anonymised.',
  may: ['admin'],
  input: emptyObject,
  output: z.object({
    data: z.array(openRequest),
    meta: z.object({ formerAdmins: z.array(formerAdmin) }),
  }),
});

export const closeErasureRequest = call({
  path: 'admin/closeErasureRequest',
  summary: 'Closes a participant’s request without erasing anything; the participant gets the reason by mail.',
  may: ['admin'],
  rateLimit: 'actionsThatMail',
  input: z.object({ participantId: id, reason: field(maxLengths.reason, { multiline: true }) }),
  rules: (input) => toFieldErrors({ reason: input.reason ? null : 'Bitte gib den Grund an' }),
  output: emptyObject,
});

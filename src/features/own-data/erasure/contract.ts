import * as z from 'zod/mini';
import { call, field, id, nothing, problems, text } from '../../../shared/call.ts';
import { longest } from '../../../shared/lengths.ts';
import { noParticipantProfile } from '../contract.ts';

/** An optional reason of several lines; null and an absent one count as empty. */
const optionalReason = z.pipe(
  z.optional(z.nullable(text(longest.reason, { multiline: true }))),
  z.transform((value) => value ?? ''),
);

/** When the request was made (ISO) and the Berlin day by which it has to be answered (`yyyy-mm-dd`). */
const made = { requestedAt: z.string(), due: z.string() };

export const requestErasure = call({
  path: 'participant/requestErasure',
  summary: 'Asks the team to erase the caller; while a request is open, another one changes nothing.',
  may: ['participant', 'admin'],
  counts: 'actionsThatMail',
  input: z.object({ reason: optionalReason }),
  output: z.object({ data: z.object(made) }),
  refusals: { noParticipantProfile },
});

export const withdrawErasure = call({
  path: 'participant/withdrawErasure',
  summary: 'Withdraws the caller’s request; succeeds if none is open.',
  may: ['participant', 'admin'],
  counts: 'actionsThatMail',
  input: nothing,
  output: nothing,
  refusals: { noParticipantProfile },
});

/** `answer` is null while the request is open; else when it was closed (ISO) and why. */
const ownRequest = z.object({
  ...made,
  reason: z.string(),
  answer: z.nullable(z.object({ at: z.string(), reason: z.string() })),
});
export type OwnRequest = z.output<typeof ownRequest>;

export const getErasureRequest = call({
  path: 'participant/getErasureRequest',
  summary: 'The caller’s newest request to be erased, null without one.',
  may: ['participant', 'admin'],
  input: nothing,
  output: z.object({ data: z.nullable(ownRequest) }),
});

const openRequest = z.object({
  participantId: id,
  fullName: z.string(),
  email: z.string(),
  ...made,
  reason: z.string(),
});
export type OpenRequest = z.output<typeof openRequest>;

/** An admin who is out of service and not erased yet. */
const formerAdmin = z.object({ participantId: id, fullName: z.string(), email: z.string() });
export type FormerAdmin = z.output<typeof formerAdmin>;

export const getErasureRequests = call({
  path: 'admin/getErasureRequests',
  summary:
    'The open requests to be erased, the oldest first, each with the day by which it has to be answered. ' +
    '`meta.formerAdmins`: admins out of service, who can be anonymised.',
  may: ['admin'],
  input: nothing,
  output: z.object({
    data: z.array(openRequest),
    meta: z.object({ formerAdmins: z.array(formerAdmin) }),
  }),
});

export const closeErasureRequest = call({
  path: 'admin/closeErasureRequest',
  summary: 'Closes a participant’s request without erasing; the participant is mailed the reason.',
  may: ['admin'],
  counts: 'actionsThatMail',
  input: z.object({ participantId: id, reason: field(longest.reason, { multiline: true }) }),
  rules: (input) => problems({ reason: input.reason ? null : 'Bitte gib den Grund an' }),
  output: nothing,
});

import * as z from 'zod/mini';
import { call, id, emptyObject, toFieldErrors, text } from '../../shared/call.ts';
import { maxLengths } from '../../shared/lengths.ts';
import { filterTooShortError } from '../../shared/search.ts';
import { mailStates, reminderKinds, stateFilters } from './rules.ts';

/** For each kind of reminder, whether a participant gets it. */
const reminders = z.object({
  reminderThreeDays: z.boolean(),
  reminderDayBefore: z.boolean(),
  reminderSoon: z.boolean(),
  ratingInvitation: z.boolean(),
});

export const getReminders = call({
  path: 'participant/getReminders',
  summary: 'Returns which reminders the caller gets.',
  may: ['participant', 'admin'],
  input: emptyObject,
  output: z.object({ data: reminders }),
});

export const changeReminder = call({
  path: 'participant/changeReminder',
  summary: 'Switches one kind of reminder on or off for the caller.',
  may: ['participant', 'admin'],
  input: z.object({ kind: z.enum(reminderKinds), wanted: z.boolean() }),
  output: emptyObject,
});

/**
 * A mail as admins see it, without its content. Instants are ISO 8601. At `endedAt` the mail was sent, given up or
 * superseded; `triedAt` is the time of the last attempt to send it.
 */
const listedMail = z.object({
  id: z.string(),
  kind: z.string(),
  label: z.string(),
  personId: id,
  person: z.string(),
  email: z.string(),
  /** Whether the search for participants finds the recipient by `email`. */
  isFindable: z.boolean(),
  createdAt: z.string(),
  state: z.enum(mailStates),
  endedAt: z.nullable(z.string()),
  attempts: z.int(),
  triedAt: z.nullable(z.string()),
  /** The code of the last error and the mail server's reply code, such as 'EENVELOPE 550'; '' if there was no error. */
  fault: z.string(),
  /** Whether an admin may send the mail again, or now if it is being tried again. */
  again: z.boolean(),
});
export type ListedMail = z.output<typeof listedMail>;

/** A position in the list: the creation time of a mail in microseconds since 1970, and the mail's id. */
const cursorPattern = /^\d{1,16}_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const getMails = call({
  path: 'admin/getMails',
  summary:
    'Lists mails, newest first. They can be filtered by the recipient’s name or address and by state; `undelivered` are ' +
    'those that are tried again or have failed, unless the same mail has been sent again since.',
  may: ['admin'],
  input: z.object({
    /** A part of the recipient's name or address; '' for all recipients. */
    person: z.pipe(
      z.optional(z.nullable(text(maxLengths.email))),
      z.transform((value) => value ?? ''),
    ),
    state: z.optional(z.nullable(z.enum(stateFilters))),
    limit: z.optional(z.int().check(z.minimum(1), z.maximum(200))),
    cursor: z.optional(z.nullable(z.string().check(z.regex(cursorPattern)))),
  }),
  rules: ({ person }) => toFieldErrors({ person: filterTooShortError(person) }),
  output: z.object({ data: z.array(listedMail), meta: z.object({ nextCursor: z.nullable(z.string()) }) }),
  refusals: { tooManyPeople: 'Der Name passt auf zu viele Personen. Bitte gib ihn genauer an.' },
});

export const sendMailAgain = call({
  path: 'admin/sendMailAgain',
  summary:
    'Sends a new mail of the same kind to the same person. A mail that is tried again is itself sent now, without ' +
    'waiting for its next attempt.',
  may: ['admin'],
  rateLimit: 'actionsThatMail',
  input: z.object({ mailId: z.uuid() }),
  output: emptyObject,
  refusals: {
    waiting: 'Diese E-Mail wartet noch und wird von selbst gesendet.',
    notAgain: 'Diese E-Mail kann nicht noch einmal gesendet werden.',
  },
});

export const getMailDelay = call({
  path: 'admin/getMailDelay',
  summary:
    'Returns whether the oldest waiting mail is over 15 minutes old, when it was queued, and how many mails are ' +
    'waiting (at most 1,000).',
  may: ['admin'],
  input: emptyObject,
  output: z.object({ data: z.object({ late: z.boolean(), since: z.nullable(z.string()), waiting: z.int() }) }),
});

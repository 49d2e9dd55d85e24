import * as z from 'zod/mini';
import { rangeMessages } from '../../shared/date-range.ts';
import { call, dateField, id, toFieldErrors, text } from '../../shared/call.ts';
import { maxLengths } from '../../shared/lengths.ts';
import { filterTooShortError } from '../../shared/search.ts';
import { sortedActions } from './actions.rules.ts';

/** A part of a name; '' and null do not filter. */
const name = z.pipe(
  z.optional(z.nullable(text(maxLengths.search))),
  z.transform((value) => value ?? ''),
);
const day = z.pipe(
  z.optional(dateField),
  z.transform((value) => value ?? ''),
);

/**
 * An entry of the log, with current names. The date is `yyyy-mm-dd`, the time `HH:mm:ss`, both in Berlin. `action` is
 * the stored key; `label` and `sentence` are its German texts. `person` is '' if only the actor or no one is concerned.
 * `token` is the name of the token with which the action was done, or which it is about; null without one.
 */
const entry = z.object({
  id,
  date: z.string(),
  time: z.string(),
  action: z.string(),
  label: z.string(),
  actor: z.string(),
  person: z.string(),
  sentence: z.string(),
  token: z.nullable(z.string()),
});
export type AuditEntry = z.output<typeof entry>;

export const getAuditLog = call({
  path: 'admin/getAuditLog',
  summary:
    'Returns a page of the log, newest first, filtered by the actor, the person concerned, the action and the day; ' +
    '`meta.nextCursor` requests the next page.',
  may: ['admin'],
  input: z.object({
    person: name,
    actor: name,
    action: z.optional(z.nullable(z.enum(sortedActions))),
    fromDate: day,
    tillDate: day,
    limit: z.optional(z.int().check(z.minimum(1), z.maximum(500))),
    cursor: z.optional(z.nullable(id)),
  }),
  rules: ({ person, actor, fromDate, tillDate }) =>
    toFieldErrors({
      person: filterTooShortError(person),
      actor: filterTooShortError(actor),
      tillDate: fromDate && tillDate && fromDate > tillDate ? rangeMessages.invalidRange : null,
    }),
  output: z.object({ data: z.array(entry), meta: z.object({ nextCursor: z.nullable(id) }) }),
  refusals: { tooManyPeople: 'Der Name passt auf zu viele Personen. Bitte gib ihn genauer an.' },
});

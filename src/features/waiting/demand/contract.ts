import * as z from 'zod/mini';
import { call, emptyObject, id, optionalId } from '../../../shared/call.ts';

/**
 * An open entry as admins see it; null stands for any coach, weekday or time. `phone` is '' if there is no number.
 * `offered` says whether a slot is held for the entry. `since` is an instant (ISO).
 */
const waitingPerson = z.object({
  waitingId: id,
  participantId: id,
  fullName: z.string(),
  phone: z.string(),
  coach: z.nullable(z.string()),
  coachId: z.nullable(id),
  fromDate: z.string(),
  tillDate: z.string(),
  weekdays: z.nullable(z.array(z.int())),
  fromTime: z.nullable(z.string()),
  tillTime: z.nullable(z.string()),
  since: z.string(),
  offered: z.boolean(),
});
export type WaitingPerson = z.output<typeof waitingPerson>;

export const listWaitingEntries = call({
  path: 'admin/getWaiting',
  summary:
    'Lists the open entries, oldest first, 50 a page; if a coach is given, only entries for this coach or any coach.',
  may: ['admin'],
  input: z.object({
    coachId: z.optional(optionalId),
    page: z.optional(z.int().check(z.minimum(1), z.maximum(100_000))),
  }),
  output: z.object({ data: z.array(waitingPerson), meta: z.object({ total: z.int() }) }),
});

export const endWaitingEntry = call({
  path: 'admin/endWaiting',
  summary:
    'Takes an entry off the waiting list for its person, who gets no mail; refused while a slot is held for the ' +
    'entry. An entry that has ended stays so.',
  may: ['admin'],
  rateLimit: 'bookings',
  input: z.object({ waitingId: id }),
  output: emptyObject,
  refusalStatus: 409,
  refusals: {
    offered:
      'Für diese Person ist gerade ein Termin reserviert. Warte, bis sie geantwortet hat oder die Frist abläuft.',
  },
});

export const resumeWaitingEntry = call({
  path: 'admin/resumeWaiting',
  summary: 'Sets an entry that staff have taken off the waiting list back on it. An entry that is open stays so.',
  may: ['admin'],
  rateLimit: 'bookings',
  input: z.object({ waitingId: id }),
  output: emptyObject,
  refusalStatus: 409,
  refusals: {
    notResumable:
      'Der Eintrag ist abgelaufen, die Person hat ihn selbst beendet, oder sie steht inzwischen anders auf der Warteliste.',
  },
});

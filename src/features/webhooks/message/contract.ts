import * as z from 'zod/mini';
import { date, id } from '../../../shared/call.ts';
import { coachingTypes } from '../../../shared/coaching.ts';
import { webhookEvents } from '../rules.ts';

/** The body of a message to a receiver (reference 18.2); for programs that read the OpenAPI document. */
export const webhookMessage = z.object({
  type: z.enum(webhookEvents),
  timestamp: z.iso.datetime(),
  data: z.object({
    appointmentId: z.optional(id),
    participantId: z.optional(id),
    coachId: z.optional(id),
    ratingId: z.optional(id),
    fileId: z.optional(id),
    /** `yyyy-mm-dd`; start and end are `HH:mm` on the Berlin wall clock. */
    date: z.optional(date),
    start: z.optional(z.string()),
    end: z.optional(z.string()),
    kind: z.optional(z.enum(coachingTypes)),
    /** Free, booked, missed, cancelled. */
    status: z.optional(z.enum(['F', 'G', 'V', 'K'])),
    /** Rises with each event of an appointment or of a person. */
    sequence: z.int(),
  }),
});

import * as z from 'zod/mini';
import { call, id, emptyObject, text } from '../../../shared/call.ts';
import { maxLengths } from '../../../shared/lengths.ts';
import { adminActions, type AdminAction } from './rules.ts';

/** Returns the flags that the call expects for an admin's action: only the flag of that action is true. */
export function toActionFlags(action: AdminAction): Record<AdminAction, boolean> {
  const isAction = (name: AdminAction) => name === action;
  return {
    cancelled: isAction('cancelled'),
    goodwill: isAction('goodwill'),
    missed: isAction('missed'),
    booked: isAction('booked'),
  };
}

/** Parses the flags and returns the action of the only true flag. */
const adminAction = z.pipe(
  z.object({ cancelled: z.boolean(), goodwill: z.boolean(), missed: z.boolean(), booked: z.boolean() }),
  z.transform((flags, context) => {
    const [action, ...others] = adminActions.filter((name) => flags[name]);
    if (action && others.length === 0) return action;
    context.issues.push({ code: 'custom', message: 'Genau eine der vier Angaben muss true sein.', input: flags });
    return z.NEVER;
  }),
);

export const changeBooking = call({
  path: 'appointment/stornoByAdmin',
  summary:
    'Sets an appointment to cancelled, cancelled as goodwill, missed or booked; setting its current status succeeds. ' +
    '`release` (default true) opens the slot of a cancelled booking again; the mails about a cancellation give the ' +
    '`reason`. With `seenStatus`, an appointment that has another status by now is not changed.',
  may: ['admin'],
  rateLimit: 'actionsThatMail',
  input: z.object({
    appointmentId: id,
    action: adminAction,
    release: z.optional(z.boolean()),
    reason: z.optional(z.nullable(text(maxLengths.reason, { multiline: true }))),
    /** The status that the admin saw; without it, the appointment is changed whatever its status is. */
    seenStatus: z.optional(z.enum(['F', 'G', 'V', 'K'])),
  }),
  output: emptyObject,
  refusals: {
    statusChanged: 'Inzwischen hat jemand anderes diesen Termin geändert. Bitte sieh ihn dir noch einmal an.',
    notBooked: 'Dieser Termin ist frei oder wurde verlegt: Hier gibt es nichts zu ändern.',
    notStarted: 'Der Termin hat noch nicht begonnen und kann daher nicht versäumt sein.',
    inactive: 'Die Person oder der Coach ist nicht mehr aktiv: Ein kommender Termin kann nicht gebucht werden.',
    absent: 'In dieser Zeit ist der Coach abwesend: Ein kommender Termin kann nicht gebucht werden.',
    slotTaken: 'In dieser Zeit hat der Coach inzwischen einen anderen Termin.',
    participantOverlap: 'Zu dieser Zeit ist schon ein anderer Termin gebucht.',
  },
});

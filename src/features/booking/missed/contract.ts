import * as z from 'zod/mini';
import { call, id, emptyObject } from '../../../shared/call.ts';
import { createOwnAppointment } from '../../appointments/contract.ts';
import { changeBooking } from '../admin/contract.ts';

export const setMissed = call({
  path: 'coach/setMissed',
  summary:
    'Says whether the participant of an appointment of the calling coach was there, from its start until 168 hours ' +
    'later: sets a booked one to missed, or a missed one back to booked, which also confirms the attendance, as it ' +
    'does for a booked one. Saying the same again succeeds.',
  may: ['coach', 'speedCoach', 'admin'],
  rateLimit: 'actionsThatMail',
  input: z.object({ appointmentId: id, missed: z.boolean() }),
  output: emptyObject,
  refusalStatus: 409,
  refusals: {
    notStarted: changeBooking.refusals.notStarted,
    tooLate: 'Das geht nur bis eine Woche nach dem Beginn. Bitte wende dich an das Coaching-Team.',
    notBooked: 'Dieser Termin ist nicht gebucht.',
    alreadyRated: 'Dieser Termin ist schon bewertet worden und wurde daher nicht versäumt.',
    setByAdmin: 'Ein Admin hat diesen Termin als versäumt eingetragen. Nur ein Admin kann das ändern.',
    participantOverlap: changeBooking.refusals.participantOverlap,
    noCoachProfile: createOwnAppointment.refusals.noCoachProfile,
  },
});

import * as z from 'zod/mini';
import { call, id, emptyObject } from '../../../shared/call.ts';
import { createOwnAppointment } from '../../appointments/contract.ts';
import { changeBooking } from '../admin/contract.ts';

const input = z.object({ appointmentId: id, missed: z.boolean() });

const refusals = {
  notStarted: changeBooking.refusals.notStarted,
  notBooked: 'Dieser Termin ist nicht gebucht.',
  alreadyRated: 'Dieser Termin ist schon bewertet worden und wurde daher nicht versäumt.',
  participantOverlap: changeBooking.refusals.participantOverlap,
};

export const setMissed = call({
  path: 'coach/setMissed',
  summary:
    'Says whether the participant of an appointment of the calling coach was there, from its start until 168 hours ' +
    'later: sets a booked one to missed, or a missed one back to booked, which also confirms the attendance, as it ' +
    'does for a booked one. Saying the same again succeeds.',
  may: ['coach', 'speedCoach', 'admin'],
  rateLimit: 'actionsThatMail',
  input,
  output: emptyObject,
  refusalStatus: 409,
  refusals: {
    ...refusals,
    tooLate: 'Das geht nur bis eine Woche nach dem Beginn. Bitte wende dich an das Coaching-Team.',
    setByAdmin: 'Ein Admin hat diesen Termin als versäumt eingetragen. Nur ein Admin kann das ändern.',
    noCoachProfile: createOwnAppointment.refusals.noCoachProfile,
  },
});

export const setMissedAsAdmin = call({
  path: 'admin/setMissed',
  summary:
    'Says whether the participant of an appointment of any coach was there, as coach/setMissed does, from its start ' +
    'on without a limit, and whoever has set it to missed.',
  may: ['admin'],
  rateLimit: 'actionsThatMail',
  input,
  output: emptyObject,
  refusalStatus: 409,
  refusals,
});

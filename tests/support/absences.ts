import { dateOf } from '../../src/shared/berlin.ts';
import { inDays, type World } from './world.ts';

/** The fields of an absence by illness from the day in `from` days to the day in `till` days, without decisions. */
export const absenceForm = (from: number, till = from, changes: object = {}) => ({
  fromDate: dateOf(inDays(from, '12:00')),
  fromTime: null,
  tillDate: dateOf(inDays(till, '12:00')),
  tillTime: null,
  kind: 'illness',
  apply: true,
  decisions: [],
  ...changes,
});

/** The decisions that cancel bookings. */
export const cancelDecisions = (...ids: number[]) => ids.map((appointmentId) => ({ appointmentId, action: 'offer' }));

/** The decision that hands a booking over to another coach. */
export const moveDecision = (appointmentId: number, toCoachId: number | null) => ({
  appointmentId,
  action: 'move',
  toCoachId,
});

/** Creates a coach with a free slot at 9:00, a booking at 10:00 and a Speedcoaching at 14:00, in `days` days. */
export async function addBusyCoach(world: World, days: number) {
  const [coach, participant] = [
    await world.addCoach({ firstName: 'Ada' }),
    await world.addParticipant({ firstName: 'Robin' }),
  ];
  const freeSlot = await world.addAppointment(coach, inDays(days, '09:00'));
  const booking = await world.addAppointment(coach, inDays(days, '10:00'), { participant, quotaNumber: 1 });
  const speedcoaching = await world.addAppointment(coach, inDays(days, '14:00'), { isSpeedcoaching: true });
  return { coach, participant, freeSlot, booking, speedcoaching };
}

import type { OverviewBooking } from '../../features/booking/contract.ts';
import type { DetailedAppointment } from '../appointment-actions/appointmentActions.ts';

/** Returns the name of the person who booked ('selbst' for the participant), or '' if it is unknown. */
export function bookerOf({ selfBooked, bookedBy: name }: OverviewBooking): string {
  return selfBooked ? 'selbst' : name;
}

/** Converts a booking to an appointment with actions and details. */
export function toAppointment({ participant, coach, type, ...booking }: OverviewBooking): DetailedAppointment {
  return {
    ...booking,
    isSpeedcoaching: type === 'Speedcoaching',
    reserved: false,
    heldUntil: null,
    coachFullName: coach,
    participantFullName: participant,
    takeBackUntil: null,
    attended: false,
  };
}

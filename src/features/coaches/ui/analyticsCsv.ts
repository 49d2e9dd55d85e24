import { germanDate } from '../../shared/berlin.ts';
import { safeText, writeCsv } from '../../shared/csv.ts';
import type { HeldAppointment } from '../contract.ts';
import { kindWord } from '../rules.ts';

/** The columns of the coach analytics' CSV (spec coach §9). */
const columns = ['date', 'status', 'startTime', 'endTime', 'lastName', 'firstName', 'phone', 'email'] as const;

/**
 * A coach's appointments as CSV with commas (spec coach §9), in the order given; `today` (`yyyy-mm-dd`) tells booked
 * from held. Dates are dd.mm.yyyy and states are words, as on the screen; the phone is its digits, texts carry the
 * apostrophe of `safeText` where they begin like a formula.
 */
export function analyticsCsv(appointments: readonly HeldAppointment[], today: string): string {
  const rows = appointments.map((appointment) => [
    germanDate(appointment.date),
    kindWord(appointment, today),
    appointment.startTime,
    appointment.endTime,
    safeText(appointment.lastName),
    safeText(appointment.firstName),
    appointment.phone.replace(/\D/g, ''),
    safeText(appointment.email),
  ]);
  return writeCsv([columns, ...rows], ',');
}

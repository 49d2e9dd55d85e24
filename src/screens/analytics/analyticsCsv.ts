import { germanDate } from '../../shared/berlin.ts';
import { escapeFormula, writeCsv } from '../../shared/csv.ts';
import type { AnalyticsAppointment } from '../../features/coaches/contract.ts';
import { analyticsKindLabel } from '../../features/coaches/rules.ts';

/** The columns of the coach analytics' CSV (reference 9.5). */
const columns = ['date', 'status', 'startTime', 'endTime', 'lastName', 'firstName', 'phone', 'email'] as const;

/**
 * Returns a coach's appointments as comma-separated CSV (reference 9.5), in the given order. Dates are dd.mm.yyyy,
 * statuses are the labels of the screen, and phone numbers are reduced to their digits. Booked appointments before
 * `today` (`yyyy-mm-dd`) have the status 'Durchgeführt'. `escapeFormula` protects texts that look like formulas.
 */
export function analyticsCsv(appointments: readonly AnalyticsAppointment[], today: string): string {
  const rows = appointments.map((appointment) => [
    germanDate(appointment.date),
    analyticsKindLabel(appointment, today),
    appointment.startTime,
    appointment.endTime,
    escapeFormula(appointment.lastName),
    escapeFormula(appointment.firstName),
    appointment.phone.replace(/\D/g, ''),
    escapeFormula(appointment.email),
  ]);
  return writeCsv([columns, ...rows], ',');
}

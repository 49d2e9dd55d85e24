import { statusLabel } from '../../features/appointments/rules.ts';
import { germanDate, wallClock } from '../../shared/berlin.ts';
import { escapeFormula, writeCsv } from '../../shared/csv.ts';
import type { OverviewBooking } from '../../features/booking/contract.ts';

const columns = [
  'Gebucht am',
  'Gebucht um',
  'Gebucht von',
  'Teilnehmer:in',
  'Coach',
  'Datum',
  'Zeitfenster',
  'Typ',
  'Status',
] as const;

/**
 * Returns bookings as CSV, in the given order. Booked appointments before `today` (`yyyy-mm-dd`) have the status
 * 'Beendet'. Dates are dd.mm.yyyy and times HH:mm, in Berlin time. `escapeFormula` protects names that look like
 * formulas.
 */
export function bookingsCsv(bookings: readonly OverviewBooking[], today: string): string {
  const rows = bookings.map((booking) => {
    const bookedAt = wallClock(new Date(booking.bookedAt));
    return [
      germanDate(bookedAt.date),
      bookedAt.time,
      booking.selfBooked ? 'selbst' : escapeFormula(booking.bookedBy),
      escapeFormula(booking.participant),
      escapeFormula(booking.coach),
      germanDate(booking.date),
      booking.timeSlot,
      booking.type,
      statusLabel(booking.status, booking.date, today),
    ];
  });
  return writeCsv([columns, ...rows]);
}

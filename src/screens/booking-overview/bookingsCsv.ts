import { statusLabel } from '../../features/appointments/rules.ts';
import { germanDate, wallClock } from '../../shared/berlin.ts';
import { escapeFormula, formatPhoneCell, writeCsv } from '../../shared/csv.ts';
import type { OverviewBooking } from '../../features/booking/contract.ts';

/**
 * The columns of the file, with the names of the columns of the table that the user can hide. Those with a participant's
 * data are only in a file for which columns were chosen.
 */
const columns: readonly (readonly [title: string, name?: string])[] = [
  ['Gebucht am'],
  ['Gebucht um'],
  ['Gebucht von', 'bookedBy'],
  ['Teilnehmer:in'],
  ['Telefon', 'phone'],
  ['E-Mail', 'email'],
  ['Standort', 'location'],
  ['Qualifizierung', 'qualification'],
  ['Coach', 'coach'],
  ['Datum'],
  ['Zeitfenster'],
  ['Typ', 'type'],
  ['Status'],
];

/** The optional columns of a file for which no columns were chosen. */
const usualColumns = ['bookedBy', 'coach', 'type'];

/**
 * Returns bookings as CSV, in the given order, with the `chosen` columns or, if it is null, the usual columns. Booked appointments before `today` (`yyyy-mm-dd`) have the status
 * 'Beendet'. Dates are dd.mm.yyyy and times HH:mm, in Berlin time. `escapeFormula` protects names that look like
 * formulas.
 */
export function bookingsCsv(
  bookings: readonly OverviewBooking[],
  today: string,
  chosen: readonly string[] | null,
): string {
  const isShown = columns.map(([, name]) => !name || (chosen ?? usualColumns).includes(name));
  const rows = bookings.map((booking) => {
    const bookedAt = wallClock(new Date(booking.bookedAt));
    return [
      germanDate(bookedAt.date),
      bookedAt.time,
      booking.selfBooked ? 'selbst' : escapeFormula(booking.bookedBy),
      escapeFormula(booking.participant),
      formatPhoneCell(booking.participantPhoneNumber),
      escapeFormula(booking.participantEmail),
      escapeFormula(booking.participantLocation),
      escapeFormula(booking.participantQualification),
      escapeFormula(booking.coach),
      germanDate(booking.date),
      booking.timeSlot,
      booking.type,
      statusLabel(booking.status, booking.date, today),
    ];
  });
  const shownCells = <Cell>(cells: readonly Cell[]) => cells.filter((_, index) => isShown[index]);
  return writeCsv([columns.map(([title]) => title), ...rows].map(shownCells));
}

import type { OverviewBooking } from '../../features/booking/contract.ts';
import { StatusChip } from '../../features/appointments/ui/StatusChip.tsx';
import { germanMoment, germanSlot } from '../../shared/berlin.ts';
import { getPhoneUrl } from '../../web/ui/layout/PhoneLink.tsx';
import type { Column } from '../../web/ui/tables/DataTable.tsx';
import { bookerOf } from './bookings.ts';

/** Returns the columns of the bookings. `today` is the Berlin day, `yyyy-mm-dd`; appointments before it are over. */
export function bookingColumns(today: string): Column<OverviewBooking>[] {
  return [
    {
      name: 'bookedAt',
      title: 'Gebucht am',
      width: 'clamp(136px, 14.6vw, 208px)',
      hiddenBesidePanel: true,
      cell: ({ bookedAt }) => germanMoment(new Date(bookedAt)),
    },
    {
      name: 'participant',
      title: 'Teilnehmer:in',
      oneLine: true,
      cell: ({ participant }) => participant,
    },
    {
      name: 'bookedBy',
      title: 'Gebucht von',
      minBreakpoint: 'lg',
      oneLine: true,
      hiddenBesidePanel: true,
      choice: 'shown',
      cell: bookerOf,
    },
    participantColumn('phone', 'Telefon', ({ participantPhoneNumber: phone }) =>
      phone ? <a href={getPhoneUrl(phone)}>{phone}</a> : '',
    ),
    participantColumn('email', 'E-Mail', ({ participantEmail: email }) =>
      email ? <a href={`mailto:${email}`}>{email}</a> : '',
    ),
    participantColumn('location', 'Standort', ({ participantLocation }) => participantLocation),
    participantColumn('qualification', 'Qualifizierung', ({ participantQualification }) => participantQualification),
    {
      name: 'coach',
      title: 'Coach',
      minBreakpoint: 'md',
      oneLine: true,
      choice: 'shown',
      cell: ({ coach }) => coach,
    },
    {
      name: 'when',
      title: 'Termin',
      width: 'clamp(152px, 18.3vw, 264px)',
      cell: (booking) => (
        <>
          {germanSlot(booking)}
          <span className="below-md">{booking.coach}</span>
        </>
      ),
    },
    {
      name: 'type',
      title: 'Typ',
      width: '120px',
      minBreakpoint: 'xl',
      hiddenBesidePanel: true,
      choice: 'shown',
      cell: ({ type }) => type,
    },
    {
      name: 'status',
      title: 'Status',
      width: '120px',
      cell: ({ status, date }) => <StatusChip status={status} date={date} today={today} />,
    },
  ];
}

/** A column with a participant's data, which is hidden at first. */
function participantColumn(
  name: string,
  title: string,
  cell: Column<OverviewBooking>['cell'],
): Column<OverviewBooking> {
  return { name, title, oneLine: true, hiddenBesidePanel: true, choice: 'hidden', cell };
}

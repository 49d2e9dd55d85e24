import { germanDay, germanDayBriefly } from '../../shared/berlin.ts';
import { statuses } from '../../shared/coaching.ts';
import { columnWidths } from '../../web/ui/tables/columnWidths.ts';
import type { Column } from '../../web/ui/tables/DataTable.tsx';
import { getPhoneUrl } from '../../web/ui/layout/PhoneLink.tsx';
import type { OverviewOrder, OverviewRow } from '../../features/appointments/contract.ts';
import { describeHold } from '../../features/appointments/rules.ts';
import { AttendedMark } from '../../features/appointments/ui/StatusChip.tsx';
import { AppointmentStatus } from '../../features/appointments/ui/AppointmentStatus.tsx';

/** Returns the columns of the overview. Only admins get the coach column and can sort. */
export function overviewColumns(asAdmin: boolean): Column<OverviewRow>[] {
  return [
    {
      name: 'start',
      title: 'Termin',
      width: columnWidths.day,
      sortable: asAdmin,
      cell: ({ date, timeSlot }) => (
        <>
          <span className="unbroken">
            {germanDay(date).slice(0, -4)}
            <span className="beside-panel">{date.slice(0, 4)}</span>
          </span>
          <span className="below-md unbroken">{timeSlot} Uhr</span>
        </>
      ),
    },
    {
      name: 'time',
      title: 'Uhrzeit',
      width: columnWidths.time,
      minBreakpoint: 'md',
      cell: ({ timeSlot }) => (
        <>
          {timeSlot.slice(0, 5)}
          <span className="beside-panel">{timeSlot.slice(5)} Uhr</span>
        </>
      ),
    },
    {
      name: 'status',
      title: 'Status',
      // Room for a word and the icon beside it.
      width: '140px',
      cell: (row) => (
        <>
          <AppointmentStatus appointment={row} /> {row.attended && <AttendedMark iconOnly />}
          {asAdmin && <span className="below-md">{row.coachFullName}</span>}
        </>
      ),
    },
    {
      name: 'participant',
      title: 'Teilnehmer:in',
      oneLine: true,
      sortable: asAdmin && 'ascendingOnly',
      cell: (row) => {
        if (row.status !== statuses.free) return row.participantFullName;
        return row.isSpeedcoaching ? speedcoachingWithoutType : '';
      },
    },
    {
      name: 'phone',
      title: 'Telefon',
      oneLine: true,
      width: '128px',
      minBreakpoint: 'lg',
      hiddenBesidePanel: true,
      choice: 'shown',
      cell: ({ participantPhoneNumber: phone }) => phone && <a href={getPhoneUrl(phone)}>{phone}</a>,
    },
    {
      name: 'email',
      title: 'E-Mail',
      oneLine: true,
      hiddenBesidePanel: true,
      choice: 'hidden',
      cell: ({ participantEmail: email }) => email && <a href={`mailto:${email}`}>{email}</a>,
    },
    {
      name: 'location',
      title: 'Standort',
      oneLine: true,
      hiddenBesidePanel: true,
      choice: 'hidden',
      cell: ({ participantLocation }) => participantLocation,
    },
    {
      name: 'qualification',
      title: 'Qualifizierung',
      oneLine: true,
      hiddenBesidePanel: true,
      choice: 'hidden',
      cell: ({ participantQualification }) => participantQualification,
    },
    ...(asAdmin ? [coachColumn] : []),
    {
      name: 'type',
      title: 'Art',
      width: '120px',
      // Names need the room more, since nearly all appointments are of one type.
      minBreakpoint: 'xl',
      hiddenBesidePanel: true,
      choice: 'shown',
      cell: ({ isSpeedcoaching }) => (isSpeedcoaching ? 'Speedcoaching' : 'Einzelcoaching'),
    },
  ];
}

/** What stands in the place of a participant, whom a Speedcoaching never has: its type, where that has no column. */
const speedcoachingWithoutType = (
  <>
    <span className="from-xl">–</span>
    <span className="below-xl">Speedcoaching</span>
  </>
);

/** Returns the two lines of an appointment on a phone. The year of `today` is left out. */
export function phoneLinesOf(row: OverviewRow, today: string, asAdmin: boolean) {
  const { date, timeSlot, status, isSpeedcoaching } = row;
  const isFree = status === statuses.free;
  const coach = asAdmin && row.coachFullName;
  // Beside the button of a free appointment, the first line has no room for the coach.
  const details = [
    isFree ? coach : row.participantFullName,
    isSpeedcoaching && 'Speedcoaching',
    row.heldUntil && describeHold(row.heldUntil),
  ];
  return [
    <>
      {germanDayBriefly(date, today)}, {timeSlot.slice(0, 5)} Uhr{' '}
      {!isFree && coach && <span className="cut-off">{coach}</span>}
    </>,
    <>
      <AppointmentStatus appointment={row} />
      {row.attended && <AttendedMark iconOnly />}
      <span className="cut-off">{details.filter(Boolean).join(' · ')}</span>
    </>,
  ] as const;
}

const coachColumn: Column<OverviewRow> = {
  name: 'coach',
  title: 'Coach',
  minBreakpoint: 'md',
  oneLine: true,
  choice: 'shown',
  sortable: 'ascendingOnly',
  cell: ({ coachFullName }) => coachFullName,
};

/** Returns the table's props for sorting. The start sorts in both directions, a name only in ascending order. */
export function sortingOf(order: OverviewOrder, onOrder: (order: OverviewOrder) => void) {
  return {
    order: order === 'latestStart' ? { by: 'start', isDescending: true } : { by: order, isDescending: false },
    onOrder: (chosen: { by: string; isDescending: boolean } | null) => {
      if (!chosen) onOrder('start');
      else if (chosen.by === 'start') onOrder(chosen.isDescending ? 'latestStart' : 'start');
      else onOrder(chosen.by as OverviewOrder);
    },
  };
}

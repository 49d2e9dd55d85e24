import { germanDay } from '../../shared/berlin.ts';
import { statuses } from '../../shared/coaching.ts';
import type { Column } from '../../web/ui/tables/DataTable.tsx';
import { getPhoneUrl } from '../../web/ui/layout/PhoneLink.tsx';
import type { OverviewRow } from '../../features/appointments/contract.ts';
import { StatusChip } from '../../features/appointments/ui/StatusChip.tsx';

/** Returns the columns of the overview. Only admins get the coach column and can sort. `today` is `yyyy-mm-dd`. */
export function overviewColumns(today: string, asAdmin: boolean): Column<OverviewRow>[] {
  return [
    {
      name: 'start',
      title: 'Termin',
      width: '130px',
      sortable: asAdmin,
      hiddenOnCards: true,
      cell: ({ date, timeSlot }) => (
        <>
          <span className="unbroken">{germanDay(date)}</span>
          <span className="below-md unbroken">{timeSlot} Uhr</span>
        </>
      ),
    },
    {
      name: 'time',
      title: 'Uhrzeit',
      width: '136px',
      minBreakpoint: 'md',
      hiddenOnCards: true,
      cell: ({ timeSlot }) => `${timeSlot} Uhr`,
    },
    {
      name: 'status',
      title: 'Status',
      width: '120px',
      cell: ({ status, date, reserved, coachFullName }) => (
        <>
          <StatusChip status={status} date={date} today={today} reserved={reserved} />
          {asAdmin && <span className="below-md">{coachFullName}</span>}
        </>
      ),
    },
    {
      name: 'participant',
      title: 'Teilnehmer:in',
      optional: true,
      oneLine: true,
      sortable: asAdmin && 'ascendingOnly',
      cell: (row) => (row.status === statuses.free ? '' : row.participantFullName),
    },
    {
      name: 'phone',
      title: 'Telefon',
      optional: true,
      oneLine: true,
      width: '128px',
      minBreakpoint: 'lg',
      cell: ({ participantPhoneNumber: phone }) => phone && <a href={getPhoneUrl(phone)}>{phone}</a>,
    },
    ...(asAdmin ? [coachColumn] : []),
    {
      name: 'type',
      title: 'Art',
      width: '120px',
      minBreakpoint: 'md',
      cell: ({ isSpeedcoaching }) => (isSpeedcoaching ? 'Speedcoaching' : 'Einzelcoaching'),
    },
  ];
}

const coachColumn: Column<OverviewRow> = {
  name: 'coach',
  title: 'Coach',
  minBreakpoint: 'md',
  oneLine: true,
  sortable: 'ascendingOnly',
  cell: ({ coachFullName }) => coachFullName,
};

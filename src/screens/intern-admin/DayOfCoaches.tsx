import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { getAbsences, type Absence } from '../../features/absences/contract.ts';
import { getToday, type CoachDay } from '../../features/dashboard/contract.ts';
import { compareGerman, formatCount } from '../../shared/german.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { TextLink } from '../../web/ui/layout/TextLink.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { StateChip } from '../../web/ui/notices/StateChip.tsx';
import { DataTable, type Column } from '../../web/ui/tables/DataTable.tsx';

/** How often the day is loaded again while it is on the screen, in milliseconds. */
const refetchMs = 60_000;

/** A coach's day, and why the coach is absent on it, in German; null for a coach who is there. */
type Row = CoachDay & { absence: 'krank' | 'abwesend' | null };

/**
 * Today, coach by coach: what takes place, what comes next, what is booked, free and missed, and who is absent
 * (reference 10.1). `today` is the Berlin day, `yyyy-mm-dd`.
 */
export default function DayOfCoaches({ today }: { today: string }) {
  const days = useApiQuery(getToday, {}, { refetchInterval: refetchMs });
  const absences = useApiQuery(getAbsences, { fromDate: today, tillDate: today, coachId: null });
  const rows = days.data && toRows(days.data.data, absences.data?.data ?? []);
  return (
    <Box component="section" aria-labelledby="heute" sx={{ mb: 10 }}>
      <Typography id="heute" variant="h2" sx={{ mb: 1 }}>
        Heute
      </Typography>
      <Typography sx={{ mb: 3, minHeight: 24, color: 'text.secondary' }}>{rows && summaryOf(rows)}</Typography>
      {days.isError && <ErrorNotice error={days.error} retry={() => void days.refetch()} />}
      {days.isLoading && <Loading blocks={4} height={40} />}
      {rows && rows.length > 0 && (
        <DataTable label="Heute" columns={columns} rows={rows} keyOf={keyOf} phoneLines={phoneLines} />
      )}
    </Box>
  );
}

const keyOf = ({ coachId }: Row) => coachId;

/** Returns the rows of the table: coaches with appointments today, and those who are absent, by name. */
function toRows(days: readonly CoachDay[], absences: readonly Absence[]): Row[] {
  const absenceOf = (coachId: number): Row['absence'] => {
    const kinds = absences.filter((absence) => absence.coachId === coachId).map(({ kind }) => kind);
    if (kinds.length === 0) return null;
    return kinds.includes('illness') ? 'krank' : 'abwesend';
  };
  const withoutAppointments = absences
    .filter(({ coachId }, index) => {
      const isFirst = absences.findIndex((absence) => absence.coachId === coachId) === index;
      return isFirst && !days.some((day) => day.coachId === coachId);
    })
    .map(({ coachId, coach }) => ({
      ...{ coachId, coach, current: null, next: null },
      ...{ booked: 0, free: 0, missed: 0, unanswered: 0 },
    }));
  return [...days, ...withoutAppointments]
    .map((day) => ({ ...day, absence: absenceOf(day.coachId) }))
    .sort((a, b) => compareGerman(a.coach, b.coach));
}

function summaryOf(rows: readonly Row[]): string {
  const sum = (countOf: (row: Row) => number) => rows.reduce((total, row) => total + countOf(row), 0);
  const facts = [
    formatCount(
      sum(({ booked }) => booked),
      'Termin ist gebucht',
      'Termine sind gebucht',
    ),
    formatCount(
      sum(({ current }) => (current ? 1 : 0)),
      'läuft gerade',
      'laufen gerade',
    ),
    `${sum(({ free }) => free).toLocaleString('de-DE')} noch frei`,
    `${sum(({ missed }) => missed).toLocaleString('de-DE')} versäumt`,
  ];
  return rows.length === 0 ? 'Heute hat niemand Termine.' : `${facts.join(', ')}.`;
}

type AppointmentToday = NonNullable<CoachDay['current']>;
const nameOf = ({ participant }: AppointmentToday) => participant ?? 'Speedcoaching';

function AppointmentText({ appointment }: { appointment: AppointmentToday | null }) {
  if (!appointment) return <span className="aside">–</span>;
  return `${appointment.timeSlot.slice(0, 5)} ${nameOf(appointment)}`;
}

const planOf = ({ coachId }: Row) => `/daily-plan?coach=${coachId}`;

function CoachLink({ row }: { row: Row }) {
  return (
    <>
      <TextLink to={planOf(row)}>{row.coach}</TextLink>{' '}
      {row.absence && <StateChip tone="warning">{row.absence}</StateChip>}
    </>
  );
}

const countColumn = (name: 'booked' | 'free' | 'missed', title: string): Column<Row> => ({
  name,
  title,
  width: '84px',
  isNumeric: true,
  cell: (row) => (row[name] > 0 ? row[name].toLocaleString('de-DE') : <span className="aside">0</span>),
});

const columns: Column<Row>[] = [
  { name: 'coach', title: 'Coach', width: '24%', cell: (row) => <CoachLink row={row} /> },
  { name: 'current', title: 'Läuft gerade', cell: ({ current }) => <AppointmentText appointment={current} /> },
  { name: 'next', title: 'Als Nächstes', cell: ({ next }) => <AppointmentText appointment={next} /> },
  countColumn('booked', 'Gebucht'),
  countColumn('free', 'Frei'),
  countColumn('missed', 'Versäumt'),
  {
    name: 'unanswered',
    title: 'Wer war da?',
    width: '108px',
    isNumeric: true,
    minBreakpoint: 'lg',
    cell: (row) =>
      row.unanswered > 0 ? (
        <TextLink to={planOf(row)} aria-label={`${row.unanswered} offen bei ${row.coach}`}>
          {row.unanswered.toLocaleString('de-DE')} offen
        </TextLink>
      ) : (
        <span className="aside">0</span>
      ),
  },
];

function phoneLines(row: Row) {
  const { current, next, booked, free, missed, unanswered } = row;
  const now = current ? `Läuft: ${nameOf(current)}` : next ? `${next.timeSlot.slice(0, 5)} ${nameOf(next)}` : '';
  const counts = [
    `${booked} gebucht`,
    `${free} frei`,
    ...(missed > 0 ? [`${missed} versäumt`] : []),
    ...(unanswered > 0 ? [`Wer war da? ${unanswered} offen`] : []),
  ].join(', ');
  return [<CoachLink key="coach" row={row} />, [now, counts].filter(Boolean).join(' · ')] as const;
}

import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Chip from '@mui/material/Chip';
import FormControlLabel from '@mui/material/FormControlLabel';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { germanDate, weekday } from '../../shared/berlin.ts';
import type { OutputOf } from '../../shared/call.ts';
import { count } from '../../shared/german.ts';
import { DataTable, type Column } from '../../web/ui/DataTable.tsx';
import { EmptyState } from '../../web/ui/EmptyState.tsx';
import { ExportButton } from '../../web/ui/ExportButton.tsx';
import { Pager } from '../../web/ui/Pager.tsx';
import type { coachAnalytics, HeldAppointment } from '../contract.ts';
import { kindOf, kinds, kindWord, kindWords, type AnalyticsForm, type Kind } from '../rules.ts';
import { analyticsCsv } from './analyticsCsv.ts';

/** Appointments of a page. */
const pageSize = 15;

interface Props {
  list: OutputOf<typeof coachAnalytics>['appointmentList'];
  range: AnalyticsForm;
  /** `yyyy-mm-dd`. */
  today: string;
  chosen: readonly Kind[];
  page: number;
  onChoose: (kinds: readonly Kind[]) => void;
  onPage: (page: number) => void;
}

/** A coach's appointments: how many of which kind, the kinds chosen page by page, and those as a file. */
export default function HeldList({ list, range, today, chosen, page: wanted, onChoose, onPage }: Props) {
  const section = useRef<HTMLDivElement>(null);
  const { appointments, meta } = list;
  const rows = appointments.filter((appointment) => {
    const kind = kindOf(appointment, today);
    return kind === null || chosen.includes(kind);
  });
  const pages = Math.max(1, Math.ceil(rows.length / pageSize));
  const page = Math.min(wanted, pages);
  const first = (page - 1) * pageSize;
  const shown = rows.slice(first, first + pageSize);
  const toggle = (kind: Kind, on: boolean) =>
    onChoose(kinds.filter((one) => (one === kind ? on : chosen.includes(one))));
  const file = `auswertung-${range.fromDate}-bis-${range.tillDate}.csv`;
  return (
    <>
      <Typography role="status" sx={{ color: 'text.secondary' }}>
        Vom {germanDate(range.fromDate)} bis {germanDate(range.tillDate)}: {count(meta.total, 'Termin', 'Termine')},{' '}
        {rows.length.toLocaleString('de-DE')} davon gezeigt
      </Typography>
      <Box sx={bar}>
        <Box
          role="group"
          aria-label="Status"
          className="no-print"
          sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4 }}
        >
          {kinds.map((kind) => (
            <FormControlLabel
              key={kind}
              label={`${kindWords[kind]} (${meta[kind].toLocaleString('de-DE')})`}
              control={
                <Checkbox checked={chosen.includes(kind)} onChange={({ target }) => toggle(kind, target.checked)} />
              }
            />
          ))}
        </Box>
        <ExportButton
          noun="Termine"
          total={rows.length}
          make={async () => ({ name: file, csv: analyticsCsv(rows, today) })}
        />
      </Box>
      <Box ref={section} tabIndex={-1} sx={{ outline: 'none', scrollMarginTop: '96px' }}>
        {rows.length === 0 ? (
          <EmptyState picture="calendar" title="Keine Termine gefunden">
            Ein weiterer Status oder ein anderer Zeitraum zeigt vielleicht mehr.
          </EmptyState>
        ) : (
          <DataTable
            label="Termine"
            columns={columnsOf(today)}
            rows={shown.map((row, index) => ({ ...row, key: first + index }))}
            keyOf={({ key }) => key}
          />
        )}
        <Pager
          label="Termine"
          {...{ page, pages, first }}
          shown={shown.length}
          total={rows.length}
          onChange={(turned) => {
            onPage(turned);
            section.current?.focus({ preventScroll: true });
            section.current?.scrollIntoView();
          }}
        />
      </Box>
    </>
  );
}

const columnsOf = (today: string): Column<HeldAppointment>[] => [
  {
    name: 'date',
    title: 'Datum',
    width: '140px',
    cell: ({ date }) => `${weekday(date).slice(0, 2)}, ${germanDate(date)}`,
  },
  {
    name: 'time',
    title: 'Uhrzeit',
    width: '128px',
    cell: ({ startTime, endTime }) => `${startTime} - ${endTime}`,
  },
  {
    name: 'status',
    title: 'Status',
    width: '136px',
    cell: (appointment) => (
      <Chip
        size="small"
        variant="outlined"
        color={colours[kindOf(appointment, today) ?? 'free']}
        label={kindWord(appointment, today)}
      />
    ),
  },
  { name: 'name', title: 'Teilnehmer:in', cell: ({ firstName, lastName }) => `${firstName} ${lastName}`.trim() },
  {
    name: 'phone',
    title: 'Telefon',
    width: '160px',
    cell: ({ phone }) => phone && <Link href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</Link>,
  },
  { name: 'email', title: 'E-Mail', cell: ({ email }) => email && <Link href={`mailto:${email}`}>{email}</Link> },
];

const colours: Record<Kind, 'primary' | 'success' | 'error' | 'warning' | 'default'> = {
  active: 'primary',
  done: 'success',
  missed: 'error',
  cancelled: 'warning',
  free: 'default',
};

const bar = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 3,
  alignItems: 'center',
  justifyContent: 'space-between',
  mt: 2,
  mb: 4,
} as const;

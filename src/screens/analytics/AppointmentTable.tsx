import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useMemo, useRef } from 'react';
import { germanDate, germanDay } from '../../shared/berlin.ts';
import type { OutputOf } from '../../shared/call.ts';
import { formatCount } from '../../shared/german.ts';
import { DataTable, type Column } from '../../web/ui/tables/DataTable.tsx';
import { EmailLink } from '../../web/ui/layout/EmailLink.tsx';
import { getPhoneUrl } from '../../web/ui/layout/PhoneLink.tsx';
import { StateChip, type Tone } from '../../web/ui/notices/StateChip.tsx';
import type { StateIcon } from '../../web/ui/notices/stateIconPaths.ts';
import { EmptyState } from '../../web/ui/notices/EmptyState.tsx';
import { toPage, Pager, type PageSizes } from '../../web/ui/tables/Pager.tsx';
import type { getCoachAnalytics, AnalyticsAppointment } from '../../features/coaches/contract.ts';
import {
  analyticsKindOf,
  analyticsKinds,
  analyticsKindLabel,
  analyticsKindLabels,
  filterByKind,
  type AnalyticsForm,
  type AnalyticsKind,
} from '../../features/coaches/rules.ts';

interface Props {
  appointmentList: OutputOf<typeof getCoachAnalytics>['appointmentList'];
  range: AnalyticsForm;
  /** `yyyy-mm-dd`. */
  today: string;
  chosenKinds: readonly AnalyticsKind[];
  page: number;
  pageSizes: PageSizes;
  onChoose: (kinds: readonly AnalyticsKind[]) => void;
  onPage: (page: number) => void;
}

/** Shows how many appointments a coach has of each kind, and a paged table of the appointments of the chosen kinds. */
export default function AppointmentTable({
  appointmentList,
  range,
  today,
  chosenKinds,
  page: requestedPage,
  pageSizes,
  onChoose,
  onPage,
}: Props) {
  const section = useRef<HTMLDivElement>(null);
  const { appointments, meta } = appointmentList;
  const rows = filterByKind(appointments, chosenKinds, today);
  const { shownItems, ...pager } = toPage(rows, pageSizes.pageSize, requestedPage);
  const columns = useMemo(() => columnsOf(today), [today]);
  const keyedRows = shownItems.map((row, index) => ({ ...row, key: pager.offset + index }));
  const toggle = (kind: AnalyticsKind, isChecked: boolean) =>
    onChoose(analyticsKinds.filter((other) => (other === kind ? isChecked : chosenKinds.includes(other))));
  return (
    <>
      <Typography role="status" sx={{ color: 'text.secondary' }}>
        Vom {germanDate(range.fromDate)} bis {germanDate(range.tillDate)}:{' '}
        {formatCount(meta.total, 'Termin', 'Termine')}, {rows.length.toLocaleString('de-DE')} davon gezeigt
      </Typography>
      <Box sx={bar}>
        <Box
          role="group"
          aria-label="Status"
          className="no-print"
          sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4 }}
        >
          {analyticsKinds.map((kind) => (
            <FormControlLabel
              key={kind}
              label={`${analyticsKindLabels[kind]} (${meta[kind].toLocaleString('de-DE')})`}
              control={
                <Checkbox
                  checked={chosenKinds.includes(kind)}
                  onChange={({ target }) => toggle(kind, target.checked)}
                />
              }
            />
          ))}
        </Box>
      </Box>
      <Box ref={section} tabIndex={-1} sx={{ outline: 'none', scrollMarginTop: '96px' }}>
        {rows.length === 0 ? (
          <EmptyState picture="calendar" title="Keine Termine gefunden">
            Ein weiterer Status oder ein anderer Zeitraum zeigt vielleicht mehr.
          </EmptyState>
        ) : (
          <DataTable label="Termine" columns={columns} rows={keyedRows} keyOf={keyOf} />
        )}
        <Pager
          label="Termine"
          {...pager}
          pageSizes={pageSizes}
          shownCount={shownItems.length}
          onChange={(newPage) => {
            onPage(newPage);
            section.current?.focus({ preventScroll: true });
            section.current?.scrollIntoView();
          }}
        />
      </Box>
    </>
  );
}

const columnsOf = (today: string): Column<AnalyticsAppointment>[] => [
  {
    name: 'date',
    title: 'Datum',
    width: '140px',
    cell: ({ date }) => germanDay(date),
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
      <StateChip {...chips[analyticsKindOf(appointment, today) ?? 'free']}>
        {analyticsKindLabel(appointment, today)}
      </StateChip>
    ),
  },
  { name: 'name', title: 'Teilnehmer:in', cell: ({ firstName, lastName }) => `${firstName} ${lastName}`.trim() },
  {
    name: 'phone',
    title: 'Telefon',
    width: '160px',
    cell: ({ phone }) => phone && <a href={getPhoneUrl(phone)}>{phone}</a>,
  },
  { name: 'email', title: 'E-Mail', cell: ({ email }) => email && <EmailLink address={email} /> },
];

const keyOf = ({ key }: { key: number }) => key;

const chips: Record<AnalyticsKind, { tone: Tone; icon?: StateIcon }> = {
  active: { tone: 'info' },
  done: { tone: 'success' },
  missed: { tone: 'error', icon: 'missed' },
  cancelled: { tone: 'warning', icon: 'cancelled' },
  free: { tone: 'plain' },
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

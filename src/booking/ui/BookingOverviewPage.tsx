import Box from '@mui/material/Box';
import { useRef } from 'react';
import { germanRange, useRange } from '../../appointments/ui/range.ts';
import { RangeFilter } from '../../appointments/ui/RangeFilter.tsx';
import { CoachFilter } from '../../coaches/ui/CoachFilter.tsx';
import { useCoachInAddress, usePageInAddress } from '../../web/address.ts';
import { ask } from '../../web/api.ts';
import { useNow } from '../../web/clock.ts';
import { useAsk } from '../../web/query.ts';
import { EmptyState } from '../../web/ui/EmptyState.tsx';
import { ExportButton } from '../../web/ui/ExportButton.tsx';
import { OnPaper } from '../../web/ui/OnPaper.tsx';
import { PagedList } from '../../web/ui/PagedList.tsx';
import { PageHeader } from '../../web/ui/PageHeader.tsx';
import { bookingOverview } from '../contract.ts';
import { overviewPageSize } from '../rules.ts';
import { bookingsCsv } from './bookingsCsv.ts';
import { BookingList } from './BookingList.tsx';

/** How many days the overview looks back at first, today besides. */
const daysBack = 29;

const presets = [
  { label: 'Heute', from: 0, till: 0 },
  { label: 'Letzte 7 Tage', from: -6, till: 0 },
  { label: 'Letzte 30 Tage', from: -daysBack, till: 0 },
];

/**
 * Bookings by the days on which they were made, the newest first, of all coaches or one (spec coach §1); everything chosen
 * stands in the address.
 */
export default function BookingOverviewPage() {
  const { range, isRight, setRange, place } = useRange({ back: daysBack });
  const { coach, setCoach } = useCoachInAddress();
  const { page, setPage } = usePageInAddress();
  const filters = { fromDate: range.from, tillDate: range.till, coachId: coach };
  const overview = useAsk(bookingOverview, { ...filters, page }, { enabled: isRight, keep: true });
  const total = !isRight || overview.isPlaceholderData ? undefined : overview.data?.meta.total;
  const today = useNow().date;
  const list = useRef<HTMLElement>(null);
  const makeFile = async () => {
    const { data } = await ask(bookingOverview, { ...filters, page: 1, pageSize: Math.max(1, total ?? 0) });
    return { name: `buchungen-${range.from}-bis-${range.till}.csv`, csv: bookingsCsv(data, today) };
  };
  return (
    <>
      <PageHeader title="Buchungsübersicht" />
      <RangeFilter key={place} first={range} onChange={setRange} presets={presets} />
      <OnPaper>{germanRange(range)}</OnPaper>
      <Box className="no-print" sx={{ display: 'flex', flexWrap: 'wrap', gap: 4, alignItems: 'center', mb: 6 }}>
        <CoachFilter coach={coach} onChange={setCoach} />
        <div>
          <ExportButton noun="Buchungen" total={total} make={makeFile} />
        </div>
      </Box>
      {isRight && (
        <PagedList
          query={overview}
          nouns={['Buchung', 'Buchungen']}
          list={list}
          pageSize={overviewPageSize}
          page={page}
          setPage={setPage}
          empty={
            <EmptyState picture="lens" title="Keine Buchungen gefunden">
              Hier zählt der Tag, an dem gebucht wurde. Ein längerer Zeitraum zeigt vielleicht mehr.
            </EmptyState>
          }
        >
          {(bookings) => <BookingList bookings={bookings} today={today} />}
        </PagedList>
      )}
    </>
  );
}

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { germanDate } from '../../shared/berlin.ts';
import { save } from '../../web/api.ts';
import { usePrinting } from '../../web/printing.ts';
import { useAsk } from '../../web/query.ts';
import { DayHeading } from '../../web/ui/DayHeading.tsx';
import { EmptyState } from '../../web/ui/EmptyState.tsx';
import { ErrorNotice } from '../../web/ui/ErrorNotice.tsx';
import { Loading } from '../../web/ui/Loading.tsx';
import { MoreButton, usePages } from '../../web/ui/MoreButton.tsx';
import { PageHeader } from '../../web/ui/PageHeader.tsx';
import { dailyPlan, type PlanEntry } from '../contract.ts';
import { rangeProblem } from '../rules.ts';
import { planCsv } from './planCsv.ts';
import { PlanSheet } from './PlanSheet.tsx';
import { PlanTile } from './PlanTile.tsx';
import { RangeFilter, useRange, type Range } from './RangeFilter.tsx';

/** A coach's booked and missed appointments of a range of days, today at first (spec coach §2). */
export default function DailyPlanPage() {
  const { range, setRange, place } = useRange();
  const { from, till } = range;
  const plan = useAsk(
    dailyPlan,
    { fromDate: from, tillDate: till },
    { enabled: !rangeProblem(from, till), keep: true },
  );
  const entries = plan.data?.data;
  const printing = usePrinting();
  return (
    <>
      <PageHeader title="Tagesplan" />
      <RangeFilter key={place} first={range} onChange={setRange} />
      {plan.isError && <ErrorNotice error={plan.error} retry={() => void plan.refetch()} />}
      {plan.isLoading && <Loading blocks={5} height={72} />}
      {entries && (
        <Box aria-busy={plan.isPlaceholderData} sx={{ opacity: plan.isPlaceholderData ? 0.6 : 1 }}>
          {!plan.isPlaceholderData && <Summary range={range} found={entries.length} />}
          {entries.length > 0 ? (
            <>
              {!plan.isPlaceholderData && <Exports range={range} entries={entries} />}
              <div className="no-print">
                <Days key={`${from} ${till}`} entries={entries} />
              </div>
              {printing && <PlanSheet entries={entries} />}
            </>
          ) : (
            <EmptyState picture="calendar" title="Keine Termine gefunden">
              Hier stehen Termine, sobald Teilnehmer:innen sie gebucht haben.
            </EmptyState>
          )}
        </Box>
      )}
    </>
  );
}

function Exports({ range, entries }: { range: Range; entries: readonly PlanEntry[] }) {
  const name = `Tagesplan ${range.from} bis ${range.till}.csv`;
  return (
    <Box className="no-print" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 3 }}>
      <Button variant="outlined" onClick={() => save(new Blob([planCsv(entries)], { type: 'text/csv' }), name)}>
        Als CSV exportieren
      </Button>
      <Button variant="outlined" onClick={() => print()}>
        Drucken
      </Button>
    </Box>
  );
}

function Summary({ range, found }: { range: Range; found: number }) {
  return (
    <Typography role="status">
      Vom {germanDate(range.from)} bis {germanDate(range.till)} wurden {found.toLocaleString('de-DE')} Termine gefunden
    </Typography>
  );
}

/** Five appointments at first and five more at a time, under a heading for each day. */
function Days({ entries }: { entries: readonly PlanEntry[] }) {
  const { shown, more } = usePages(entries, 5);
  const list = useRef<HTMLDivElement>(null);
  const showMore = () => {
    more?.();
    // The button may be gone after its last click; the first new appointment takes the focus in any case.
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>('[data-entry]')[shown.length]?.focus());
  };
  const days = new Map<string, PlanEntry[]>();
  for (const entry of shown) days.set(entry.date, [...(days.get(entry.date) ?? []), entry]);
  return (
    <div ref={list}>
      {[...days].map(([date, ofDay]) => (
        <section key={date} aria-label={`${ofDay[0]?.weekDay} der ${germanDate(date)}`}>
          <DayHeading day={ofDay[0]?.weekDay ?? ''} date={date} />
          <Box sx={{ display: 'grid', gap: 3 }}>
            {ofDay.map((entry) => (
              <PlanTile key={entry.id} entry={entry} />
            ))}
          </Box>
        </section>
      ))}
      <MoreButton more={more && showMore} />
    </div>
  );
}

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { CoachFilter } from '../../coaches/ui/CoachFilter.tsx';
import { germanDate } from '../../shared/berlin.ts';
import { count } from '../../shared/german.ts';
import { roles } from '../../shared/roles.ts';
import { useCoachInAddress } from '../../web/address.ts';
import { save } from '../../web/api.ts';
import { usePrinting } from '../../web/printing.ts';
import { useAsk } from '../../web/query.ts';
import { useSession } from '../../web/session.ts';
import { DayHeading } from '../../web/ui/DayHeading.tsx';
import { EmptyState } from '../../web/ui/EmptyState.tsx';
import { ErrorNotice } from '../../web/ui/ErrorNotice.tsx';
import { Loading } from '../../web/ui/Loading.tsx';
import { OnPaper } from '../../web/ui/OnPaper.tsx';
import { MoreButton, usePages } from '../../web/ui/MoreButton.tsx';
import { PageHeader } from '../../web/ui/PageHeader.tsx';
import { useFocusOnMore } from '../../web/ui/useFocusOnMore.ts';
import { dailyPlan, fullPlan, type PlanEntry } from '../contract.ts';
import { planCsv } from './planCsv.ts';
import { PlanSheet } from './PlanSheet.tsx';
import { PlanTile } from './PlanTile.tsx';
import { useRange, type Range } from './range.ts';
import { RangeFilter } from './RangeFilter.tsx';

/**
 * A coach's booked and missed appointments of a range of days, today at first (spec coach §2); for admins those of all
 * coaches, or of the one that they choose.
 */
export default function DailyPlanPage() {
  const { user } = useSession();
  const admin = user?.role.value === roles.admin.value;
  const { range, isRight, setRange, place } = useRange();
  const { coach, setCoach } = useCoachInAddress();
  const plan = usePlan(range, isRight, admin, coach);
  const entries = isRight ? plan.data?.data : undefined;
  const printing = usePrinting();
  return (
    <>
      <PageHeader title="Tagesplan" />
      {admin && (
        <Box sx={{ mb: 4 }}>
          <CoachFilter coach={coach} onChange={setCoach} />
        </Box>
      )}
      <RangeFilter key={place} first={range} onChange={setRange} />
      {isRight && plan.isError && <ErrorNotice error={plan.error} retry={() => void plan.refetch()} />}
      {plan.isLoading && <Loading blocks={5} height={72} />}
      {entries && (
        <Box aria-busy={plan.isPlaceholderData} sx={{ opacity: plan.isPlaceholderData ? 0.6 : 1 }}>
          {user && !admin && (
            <OnPaper>
              Coach: {user.firstName} {user.lastName}
            </OnPaper>
          )}
          {!plan.isPlaceholderData && <Summary range={range} found={entries.length} />}
          {entries.length > 0 ? (
            <>
              {!plan.isPlaceholderData && <Exports range={range} entries={entries} withCoach={admin} />}
              <div className="no-print">
                <Days key={`${range.from} ${range.till} ${coach}`} entries={entries} withCoach={admin} />
              </div>
              {printing && <PlanSheet entries={entries} withCoach={admin} />}
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

/** The plan of the range: a coach's own, or for admins that of a coach, null of all. */
function usePlan({ from, till }: Range, isRight: boolean, admin: boolean, coach: number | null) {
  const days = { fromDate: from, tillDate: till };
  const own = useAsk(dailyPlan, days, { enabled: isRight && !admin, keep: true });
  const full = useAsk(fullPlan, { ...days, coachId: coach }, { enabled: isRight && admin, keep: true });
  return admin ? full : own;
}

interface Shown {
  entries: readonly PlanEntry[];
  /** Each appointment tells its coach. */
  withCoach: boolean;
}

function Exports({ range, entries, withCoach }: Shown & { range: Range }) {
  const name = `Tagesplan ${range.from} bis ${range.till}.csv`;
  const csv = () => planCsv(entries, { withCoach });
  return (
    <Box className="no-print" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 3 }}>
      <Button variant="outlined" onClick={() => save(new Blob([csv()], { type: 'text/csv' }), name)}>
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
      Vom {germanDate(range.from)} bis {germanDate(range.till)} {found === 1 ? 'wurde' : 'wurden'}{' '}
      {count(found, 'Termin', 'Termine')} gefunden
    </Typography>
  );
}

/** Five appointments at first and five more at a time, under a heading for each day. */
function Days({ entries, withCoach }: Shown) {
  const { shown, more } = usePages(entries, 5);
  const list = useRef<HTMLDivElement>(null);
  const focusNext = useFocusOnMore(list, '[data-entry]', shown.length);
  const showMore = () => {
    focusNext();
    more?.();
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
              <PlanTile key={entry.id} entry={entry} withCoach={withCoach} />
            ))}
          </Box>
        </section>
      ))}
      <MoreButton more={more && showMore} />
    </div>
  );
}

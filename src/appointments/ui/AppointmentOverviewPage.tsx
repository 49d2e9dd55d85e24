import { Suspense } from 'react';
import { roles } from '../../shared/roles.ts';
import { lazyPart } from '../../web/chunk.ts';
import { useAsk } from '../../web/query.ts';
import { useSession } from '../../web/session.ts';
import { Loading } from '../../web/ui/Loading.tsx';
import { OnPaper } from '../../web/ui/OnPaper.tsx';
import { PageHeader } from '../../web/ui/PageHeader.tsx';
import { ownOverview } from '../contract.ts';
import { OverviewList, pageSize } from './OverviewList.tsx';
import { germanRange, useRange } from './range.ts';
import { RangeFilter } from './RangeFilter.tsx';
import { StatusFilter } from './StatusFilter.tsx';
import { daysAhead, presets, useOverviewChoice } from './useOverviewChoice.ts';

// Coaches need nothing of it.
const FullOverview = lazyPart('FullOverview', () => import('./FullOverview.tsx'));

/**
 * Appointments of a range of days by status (spec coach §2): the admins' endpoint with everybody's for admins, a coach's
 * own otherwise, on both addresses. Everything chosen stands in the address.
 */
export default function AppointmentOverviewPage() {
  const admin = useSession().user?.role.value === roles.admin.value;
  return (
    <>
      <PageHeader title="Terminübersicht" />
      {admin ? (
        <Suspense fallback={<Loading blocks={5} height={72} />}>
          <FullOverview />
        </Suspense>
      ) : (
        <OwnOverview />
      )}
    </>
  );
}

function OwnOverview() {
  const { user } = useSession();
  const { range, isRight, setRange, place } = useRange({ ahead: daysAhead });
  const { statuses, setStatuses, page, setPage } = useOverviewChoice();
  const overview = useAsk(
    ownOverview,
    { fromDate: range.from, tillDate: range.till, status: statuses, page, pageSize },
    { enabled: isRight, keep: true },
  );
  return (
    <>
      <RangeFilter key={place} first={range} onChange={setRange} presets={presets} />
      <OnPaper>
        {user && `Coach: ${user.firstName} ${user.lastName} · `}
        {germanRange(range)}
      </OnPaper>
      <StatusFilter
        chosen={statuses}
        counts={isRight ? overview.data?.meta.counts : undefined}
        onChange={setStatuses}
      />
      {isRight && <OverviewList overview={overview} asAdmin={false} page={page} setPage={setPage} />}
    </>
  );
}

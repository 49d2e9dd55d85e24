import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { addDays } from '../../shared/berlin.ts';
import { roles } from '../../shared/roles.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { useNow } from '../../web/clock.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { idParam, textParam, useSearchFilters } from '../../web/address/searchFilters.ts';
import { useSession } from '../../web/session.ts';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { getCoachList } from '../../features/coaches/contract.ts';
import { CoachFilter } from '../../features/coaches/ui/CoachFilter.tsx';
import { getAbsences, getOwnAbsences } from '../../features/absences/contract.ts';
import { AbsenceList } from '../../features/absences/ui/AbsenceList.tsx';

const AbsencePlanner = lazyComponent('AbsencePlanner', () => import('./AbsencePlanner.tsx'));

const filterParams = { coachId: idParam('coach') };
const formParams = { leavingCoachId: idParam('fuer'), reason: textParam('grund') };

/** Returns the days that the list covers. Nobody plans further ahead. */
const tenYearsFrom = (today: string) => ({ fromDate: today, tillDate: addDays(today, 3_650) });

/**
 * The page where absences are planned and listed (reference 14.5). With `grund=krank` in the URL the form starts with an
 * illness, with `fuer` with a coach who is about to be deactivated. It has two URLs. At both, an admin sees the absences
 * of all coaches, and a coach only their own.
 */
export default function AbsencePage() {
  const asAdmin = useSession().user?.role.value === roles.admin.value;
  const { leavingCoachId, reason } = useSearchFilters(formParams).filters;
  const isSick = reason === 'krank';
  // The absence that was undone or ended last in the list.
  const [goneAbsenceId, setGoneAbsenceId] = useState<number | null>(null);
  return (
    <>
      <PageHeader title="Abwesenheiten">
        {asAdmin
          ? 'Wer nicht da ist, hat keine Termine: Freie werden gelöscht, für jeden gebuchten wird vorher entschieden.'
          : 'Solange du nicht da bist, hast du keine Termine: Freie werden gelöscht, für jeden gebuchten entscheidest du vorher.'}
      </PageHeader>
      <Suspense fallback={<FormSkeleton asAdmin={asAdmin} />}>
        {asAdmin ? (
          <PlannerForAdmin leavingCoachId={leavingCoachId} isSick={isSick} goneAbsenceId={goneAbsenceId} />
        ) : (
          <AbsencePlanner
            key={String(isSick)}
            asAdmin={false}
            leavingCoach={null}
            isSick={isSick}
            goneAbsenceId={goneAbsenceId}
          />
        )}
      </Suspense>
      <Box component="section" aria-labelledby="abwesenheiten" sx={{ mt: 12 }}>
        <Typography id="abwesenheiten" variant="h2" sx={{ mb: 4 }}>
          Eingetragene Abwesenheiten
        </Typography>
        {asAdmin ? <AllAbsences onGone={setGoneAbsenceId} /> : <OwnAbsences onGone={setGoneAbsenceId} />}
      </Box>
    </>
  );
}

/** A placeholder as tall as the form, so the list below it does not move. */
function FormSkeleton({ asAdmin }: { asAdmin: boolean }) {
  return (
    <Card sx={{ p: { xs: 4, sm: 6 }, minHeight: asAdmin ? { xs: 612, sm: 400 } : { xs: 538, sm: 326 } }}>
      <Loading blocks={4} height={56} />
    </Card>
  );
}

interface PlannerProps {
  /** The id of a coach who is about to be deactivated. */
  leavingCoachId: number | null;
  isSick: boolean;
  goneAbsenceId: number | null;
}

function PlannerForAdmin({ leavingCoachId, isSick, goneAbsenceId }: PlannerProps) {
  const coaches = useApiQuery(getCoachList, {}, { staleTime: 60_000, enabled: leavingCoachId !== null });
  if (leavingCoachId !== null && coaches.isPending) return <FormSkeleton asAdmin />;
  const leavingCoach = coaches.data?.data.find(({ value }) => value === leavingCoachId) ?? null;
  return (
    <AbsencePlanner
      key={`${leavingCoachId} ${isSick}`}
      asAdmin
      leavingCoach={leavingCoach}
      isSick={isSick}
      goneAbsenceId={goneAbsenceId}
    />
  );
}

interface ListProps {
  /** Called when an absence of the list has been undone or ended. */
  onGone: (absenceId: number) => void;
}

function OwnAbsences({ onGone }: ListProps) {
  const absences = useApiQuery(getOwnAbsences, tenYearsFrom(useNow().date));
  return <AbsenceList absences={absences} asAdmin={false} onGone={onGone} />;
}

function AllAbsences({ onGone }: ListProps) {
  const { filters, setFilters } = useSearchFilters(filterParams);
  const input = { ...tenYearsFrom(useNow().date), coachId: filters.coachId };
  const absences = useApiQuery(getAbsences, input, { keepPrevious: true });
  return (
    <>
      <Box sx={{ mb: 4 }}>
        <CoachFilter coach={filters.coachId} onChange={(coachId) => setFilters({ coachId })} />
      </Box>
      <AbsenceList absences={absences} asAdmin onGone={onGone} />
    </>
  );
}

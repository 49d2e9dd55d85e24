import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Suspense } from 'react';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { EmptyState } from '../../web/ui/notices/EmptyState.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { ExportButton } from '../../web/ui/buttons/ExportButton.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { PrintOnly } from '../../web/ui/layout/PrintOnly.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { usePageSize } from '../../web/ui/tables/pageSize.ts';
import { getCoachAnalytics, listCoaches } from '../../features/coaches/contract.ts';
import { analyticsErrors, filterByKind } from '../../features/coaches/rules.ts';
import { analyticsCsv } from './analyticsCsv.ts';
import { useAnalyticsChoice } from './useAnalyticsChoice.ts';

// Loaded after the page, because they are larger than the rest of it.
const AnalyticsFilter = lazyComponent('AnalyticsFilter', () => import('./AnalyticsFilter.tsx'));
const AppointmentTable = lazyComponent('AppointmentTable', () => import('./AppointmentTable.tsx'));
const RatingAnalytics = lazyComponent('RatingAnalytics', async () => ({
  default: (await import('../../features/ratings/ui/RatingAnalytics.tsx')).RatingAnalytics,
}));

/** Shows admins a coach's appointments and ratings in a range of days (reference 9.4). */
export default function AnalyticsPage() {
  const { today, form, chosenKinds, page, search, showKinds, setPage } = useAnalyticsChoice();
  const sizing = usePageSize('auswertung', 15);
  const isFormValid = analyticsErrors(form).length === 0;
  const analytics = useApiQuery(getCoachAnalytics, form, { enabled: isFormValid, keepPrevious: true });
  const appointmentList = isFormValid ? analytics.data?.appointmentList : undefined;
  const rows = appointmentList && filterByKind(appointmentList.appointments, chosenKinds, today);
  return (
    <>
      <PageHeader
        dense
        title="Auswertung"
        actions={
          <ExportButton
            noun="Termine"
            total={rows?.length}
            createExport={async () => ({
              name: `auswertung-${form.fromDate}-bis-${form.tillDate}.csv`,
              csv: analyticsCsv(rows ?? [], today),
            })}
          />
        }
      >
        Termine und Bewertungen eines Coaches in einem Zeitraum.
      </PageHeader>
      <Box className="no-print" sx={{ minHeight: { xs: 300, sm: 152, md: 80 } }}>
        <Suspense>
          <AnalyticsFilter criteria={form} busy={analytics.isFetching} onSearch={search} />
        </Suspense>
      </Box>
      {!isFormValid && (
        <EmptyState picture="lens" title="Noch nichts ausgewählt">
          Wähle einen Coach und einen Zeitraum und starte die Suche.
        </EmptyState>
      )}
      {isFormValid && analytics.isError && (
        <ErrorNotice error={analytics.error} retry={() => void analytics.refetch()} />
      )}
      {isFormValid && analytics.isLoading && <Loading blocks={6} height={56} />}
      {appointmentList && (
        <>
          <PrintOnly>
            <CoachName id={form.coachId} />
          </PrintOnly>
          <Box
            component="section"
            aria-labelledby="termine"
            aria-busy={analytics.isPlaceholderData}
            sx={{ opacity: analytics.isPlaceholderData ? 0.6 : 1 }}
          >
            <Typography variant="h2" id="termine" sx={{ mb: 3 }}>
              Termine
            </Typography>
            <Suspense fallback={<Loading blocks={6} height={56} />}>
              <AppointmentTable
                appointmentList={appointmentList}
                range={form}
                today={today}
                chosenKinds={chosenKinds}
                page={page}
                pageSizes={sizing}
                onChoose={showKinds}
                onPage={setPage}
              />
            </Suspense>
          </Box>
          <Box component="section" aria-labelledby="bewertungen" sx={{ mt: 10 }}>
            <Typography variant="h2" id="bewertungen" sx={{ mb: 3 }}>
              Bewertungen
            </Typography>
            <Suspense fallback={<Loading blocks={2} height={180} />}>
              <RatingAnalytics
                filters={{
                  fromDate: form.fromDate,
                  toDate: form.tillDate,
                  coachId: form.coachId,
                  ratingFrom: 1,
                  ratingTo: 5,
                }}
              />
            </Suspense>
          </Box>
        </>
      )}
    </>
  );
}

/** Renders 'Coach: Katharina Brandt', using the list of coaches that the coach field loads anyway. */
function CoachName({ id }: { id: number | null }) {
  const coaches = useApiQuery(listCoaches, {}, { staleTime: 60_000 });
  const coach = coaches.data?.data.find((candidate) => candidate.id === id);
  return coach ? `Coach: ${coach.firstName} ${coach.lastName}` : null;
}

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Suspense } from 'react';
import { lazyPart } from '../../web/chunk.ts';
import { useAsk } from '../../web/query.ts';
import { EmptyState } from '../../web/ui/EmptyState.tsx';
import { ErrorNotice } from '../../web/ui/ErrorNotice.tsx';
import { Loading } from '../../web/ui/Loading.tsx';
import { OnPaper } from '../../web/ui/OnPaper.tsx';
import { PageHeader } from '../../web/ui/PageHeader.tsx';
import { coachAnalytics, listCoaches } from '../contract.ts';
import { calendarMistakes } from '../rules.ts';
import { useAnalyticsChoice } from './useAnalyticsChoice.ts';

// The page stands while its fields and its list are on their way: they weigh more than the rest.
const AnalyticsFilter = lazyPart('AnalyticsFilter', () => import('./AnalyticsFilter.tsx'));
const HeldList = lazyPart('HeldList', () => import('./HeldList.tsx'));
const RatingAnalytics = lazyPart('RatingAnalytics', async () => ({
  default: (await import('../../ratings/ui/RatingAnalytics.tsx')).RatingAnalytics,
}));

/** A coach's appointments and ratings of a range of days, for admins (spec coach §2 'Coach analytics'). */
export default function AnalyticsPage() {
  const { today, form, chosen, page, search, show, setPage } = useAnalyticsChoice();
  const ready = calendarMistakes(form).length === 0;
  const answer = useAsk(coachAnalytics, form, { enabled: ready, keep: true });
  const held = ready ? answer.data?.appointmentList : undefined;
  return (
    <>
      <PageHeader title="Auswertung">Termine und Bewertungen eines Coaches in einem Zeitraum.</PageHeader>
      <Box className="no-print" sx={{ minHeight: { xs: 300, sm: 152, md: 80 } }}>
        <Suspense>
          <AnalyticsFilter chosen={form} busy={answer.isFetching} onSearch={search} />
        </Suspense>
      </Box>
      {!ready && (
        <EmptyState picture="lens" title="Noch nichts ausgewählt">
          Wähle einen Coach und einen Zeitraum und starte die Suche.
        </EmptyState>
      )}
      {ready && answer.isError && <ErrorNotice error={answer.error} retry={() => void answer.refetch()} />}
      {ready && answer.isLoading && <Loading blocks={6} height={56} />}
      {held && (
        <>
          <OnPaper>
            <CoachName id={form.coachId} />
          </OnPaper>
          <Box
            component="section"
            aria-labelledby="termine"
            aria-busy={answer.isPlaceholderData}
            sx={{ opacity: answer.isPlaceholderData ? 0.6 : 1 }}
          >
            <Typography variant="h2" id="termine" sx={{ mb: 3 }}>
              Termine
            </Typography>
            <Suspense fallback={<Loading blocks={6} height={56} />}>
              <HeldList
                list={held}
                range={form}
                today={today}
                chosen={chosen}
                page={page}
                onChoose={show}
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
                  ...{ fromDate: form.fromDate, toDate: form.tillDate, coachId: form.coachId },
                  ...{ ratingFrom: 1, ratingTo: 5 },
                }}
              />
            </Suspense>
          </Box>
        </>
      )}
    </>
  );
}

/** 'Coach: Katharina Brandt', once the list of coaches is there; the field of the choice asks for it, too. */
function CoachName({ id }: { id: number | null }) {
  const coaches = useAsk(listCoaches, {}, { staleTime: 60_000 });
  const coach = coaches.data?.data.find((one) => one.id === id);
  return coach ? `Coach: ${coach.firstName} ${coach.lastName}` : null;
}

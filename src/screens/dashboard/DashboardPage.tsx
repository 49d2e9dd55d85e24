import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { Fragment, useEffect, useId, type ReactNode } from 'react';
import { Link } from 'react-router';
import { germanDate, germanDay } from '../../shared/berlin.ts';
import { isSessionEndedError } from '../../web/calls/api.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { toast } from '../../web/toasts/toast.ts';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { PlainTable, NoWrap } from '../../web/ui/tables/PlainTable.tsx';
import { getDashboardData, getDashboardFigures, type Dashboard } from '../../features/dashboard/contract.ts';
import { FigureCards } from './FigureCards.tsx';
import { MostCommonValues } from '../../features/dashboard/ui/Visits.tsx';

const failureMessage = 'Fehler beim Abrufen der Dashboard-Daten';

/**
 * The dashboard (reference 10.2, 10.3): the numbers of sessions and bookings today, charts of the last weeks, the
 * newest bookings and registrations, and the most common values of the visits.
 */
export default function DashboardPage() {
  const dashboard = useApiQuery(getDashboardData, {});
  const figures = useApiQuery(getDashboardFigures, {});
  const error = dashboard.error ?? figures.error;
  useEffect(() => {
    if (error && !isSessionEndedError(error)) toast.error(failureMessage);
  }, [error]);
  const retry = () => {
    if (dashboard.isError) void dashboard.refetch();
    if (figures.isError) void figures.refetch();
  };
  const today = figures.data?.data.bookingsPerDay.at(-1);
  // Both responses, and an error, are shown together: what arrives later would move the content below it.
  const isLoading = dashboard.isLoading || figures.isLoading;
  return (
    <>
      <PageHeader title="Dashboard">Was heute geschieht und wie die letzten Wochen waren.</PageHeader>
      {error && !isLoading && <ErrorNotice error={error} message={failureMessage} retry={retry} />}
      {isLoading && <Loading blocks={4} height={160} />}
      {!isLoading && dashboard.data && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, mb: 10, p: 0, display: 'flex', flexWrap: 'wrap', gap: 4 }}>
          <Figure name="Sitzungen heute" count={dashboard.data.data.sessionsToday} />
          {today && <Figure name="Buchungen heute" count={today.bookings} />}
        </Box>
      )}
      {!isLoading && figures.data && <FigureCards figures={figures.data.data} />}
      {!isLoading && dashboard.data && (
        <>
          <NewestActivity {...dashboard.data.data} />
          <Section title="Besuche">
            <MostCommonValues traffic={dashboard.data.data.traffic} />
            <Button component={Link} to="/visits" sx={{ mt: 4 }}>
              Alle Werte der Besuche
            </Button>
          </Section>
        </>
      )}
    </>
  );
}

function Figure({ name, count }: { name: string; count: number }) {
  return (
    <Card component="li" sx={figureStyle}>
      <Typography sx={{ color: 'text.secondary' }}>{name}</Typography>
      <Typography component="p" variant="h1">
        {count.toLocaleString('de-DE')}
      </Typography>
    </Card>
  );
}

/** Keeps the numbers aligned even if a name takes two lines. */
const figureStyle = {
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-between',
  flex: '1 1 140px',
  maxWidth: 260,
  px: { xs: 4, sm: 6 },
  py: 4,
} as const;

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ mb: 10, minWidth: 0 }}>
      <Typography id={id} variant="h2" sx={{ mb: 4 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

function NewestActivity({ bookings, registrations }: Dashboard) {
  return (
    <Box sx={{ display: 'grid', columnGap: 10, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '3fr 2fr' } }}>
      <Section title="Neueste Buchungen">
        {bookings.length === 0 ? (
          <EmptyHint>Noch hat niemand gebucht.</EmptyHint>
        ) : (
          <PlainTable
            label="Neueste Buchungen"
            head={['Teilnehmer:in und Coach', 'Termin']}
            rows={bookings.map(({ participant, coach, appointmentDate, appointmentStart, appointmentEnd }, index) => ({
              key: index,
              cells: [
                <Fragment key="who">
                  {participant}
                  <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontWeight: 400 }}>
                    bei {coach}
                  </Box>
                </Fragment>,
                <Fragment key="when">
                  <NoWrap>{`${germanDay(appointmentDate)},`}</NoWrap>{' '}
                  <NoWrap>{`${appointmentStart} - ${appointmentEnd}`}</NoWrap>
                </Fragment>,
              ],
            }))}
          />
        )}
      </Section>
      <Section title="Neueste Registrierungen">
        {registrations.length === 0 ? (
          <EmptyHint>Noch hat sich niemand registriert.</EmptyHint>
        ) : (
          <PlainTable
            label="Neueste Registrierungen"
            head={['Teilnehmer:in', 'Tag']}
            rows={registrations.map(({ participant, createdAt }, index) => ({
              key: index,
              cells: [participant, <NoWrap key="day">{germanDate(createdAt)}</NoWrap>],
            }))}
          />
        )}
      </Section>
    </Box>
  );
}

function EmptyHint({ children }: { children: ReactNode }) {
  return <Typography sx={{ color: 'text.secondary' }}>{children}</Typography>;
}

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Suspense, useDeferredValue, useEffect, useRef, useState } from 'react';
import { Link as RouterLink, useLocation } from 'react-router';
import { useNow } from '../../web/clock.ts';
import { lazyComponent, lazyOptionalComponent } from '../../web/lazyComponent.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { EmptyState } from '../../web/ui/notices/EmptyState.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { listMyAppointments, type OwnAppointment } from '../../features/booking/contract.ts';
import type { TakeOfferProps } from '../../features/booking/ui/TakeOffer.tsx';
import { useOpenOffers } from '../../features/booking/ui/useOpenOffers.ts';
import { daysBetween } from '../../shared/berlin.ts';
import { statuses } from '../../shared/coaching.ts';
import { AppointmentCard, cardId } from './AppointmentCard.tsx';
import { MailLinkNotice } from './MailLinkNotice.tsx';
import { RateAppointment, useOpenRating } from './RateAppointment.tsx';
import { TeamAddress } from '../../features/provider/ui/TeamAddress.tsx';
import { useMailLink } from './useMailLink.ts';

// The reviews are shown here too, because the rating dialog that shows them cannot be reopened after the rating.
const PublicReviews = lazyOptionalComponent(
  'PublicReviews',
  () => import('../../features/ratings/ui/PublicReviews.tsx'),
);

const ProofButton = lazyOptionalComponent('ProofButton', () => import('../../features/evidence/ui/ProofButton.tsx'));

const CancelDialog = lazyComponent('CancelDialog', () => import('./CancelDialog.tsx'));
const WaitingOffers = lazyOptionalComponent(
  'WaitingOffers',
  () => import('../../features/booking/ui/WaitingOffers.tsx'),
);
const TakeOffer = lazyOptionalComponent<TakeOfferProps>('BookingPage', async () => ({
  default: (await import('../booking/BookingPage.tsx')).TakeOffer,
}));
const WaitingEntries = lazyOptionalComponent(
  'WaitingEntries',
  () => import('../../features/waiting/ui/WaitingEntries.tsx'),
);

export { cacheAnswers } from './cacheAnswers.ts';

/** The height of a toast and a phone's bottom bar below it, in px. */
const toastSpace = 160;

/** The page /appointments (reference 4.7), where participants see, cancel and rate their own appointments. */
export default function AppointmentsPage() {
  return (
    <>
      <PageHeader title="Meine Termine" />
      <Suspense fallback={<AppointmentsLoading />}>
        <OffersAndAppointments />
      </Suspense>
    </>
  );
}

const AppointmentsLoading = () => <Loading blocks={3} height={196} />;

/** The slots that are held for the participant, the participant's appointments, and the entries on the waiting list. */
function OffersAndAppointments() {
  const query = useApiQuery(listMyAppointments, {});
  const { error, data } = query;
  // The appointments wait for the offers above them, so that nothing pushes them down. The offers are deferred, so that
  // one that arrives later does not hide the appointments while its code is loading.
  const offers = useDeferredValue(useOpenOffers());
  const isLoading = query.isPending || offers === undefined;
  useEffect(() => {
    // Reference 4.7: a failure is logged without a toast; a notice replaces the list.
    if (error) console.error('myAppointment failed', error.name);
  }, [error]);
  return (
    <>
      {!isLoading && offers && offers.length > 0 && <WaitingOffers offers={offers} TakeOffer={TakeOffer} />}
      {!isLoading && error && <ErrorNotice error={error} retry={() => void query.refetch()} />}
      {isLoading && <AppointmentsLoading />}
      {!isLoading && data && <Appointments appointments={data.data} />}
      {/* If nothing could be loaded, one notice is enough. */}
      {!isLoading && !(error && offers === null) && (
        <Suspense>
          <WaitingEntries />
        </Suspense>
      )}
    </>
  );
}

function NoAppointments() {
  return (
    <EmptyState picture="calendar" title="Du hast noch keine Termine gebucht" action={<BookingButton />}>
      Freie Termine findest du im Menü unter „Termine buchen“.
    </EmptyState>
  );
}

function BookingButton() {
  return (
    <Button variant="contained" component={RouterLink} to="/booking">
      Termine buchen
    </Button>
  );
}

function Appointments({ appointments }: { appointments: readonly OwnAppointment[] }) {
  const mailLink = useMailLink(appointments);
  const [appointmentToCancel, setAppointmentToCancel] = useState<OwnAppointment | null>(
    mailLink?.kind === 'absage' && mailLink.appointment?.meta.stornoPossible ? mailLink.appointment : null,
  );
  const openRating = useOpenRating();
  const today = useNow().date;
  const focusSelector = useRef('');
  const { recentAppointment, wasMoved } = useRecentAppointment(appointments);
  const upcomingAppointments = appointments.filter(
    (appointment) => !appointment.meta.past && appointment !== recentAppointment,
  );
  const nextAppointment = upcomingAppointments.find(({ status }) => status === statuses.booked);
  const pastAppointments = appointments.filter((appointment) => appointment.meta.past);

  // The card of a cancelled appointment disappears, so the focus moves to the next card, the previous one or the title.
  const focusAfterCancelling = (removed: OwnAppointment) => {
    const index = appointments.findIndex((appointment) => appointment.id === removed.id);
    const neighbour = appointments[index + 1] ?? appointments[index - 1];
    focusSelector.current = neighbour ? `#${cardId(neighbour.id)}` : 'h1';
  };
  useEffect(() => {
    if (appointmentToCancel || !focusSelector.current) return;
    document.querySelector<HTMLElement>(focusSelector.current)?.focus();
    focusSelector.current = '';
  }, [appointmentToCancel]);

  const handlers = { onCancel: setAppointmentToCancel, onRate: openRating };
  return (
    <>
      {mailLink && <MailLinkNotice link={mailLink} />}
      {recentAppointment && (
        <Section
          title={wasMoved ? 'Gerade verlegt' : 'Gerade gebucht'}
          appointments={[recentAppointment]}
          recentChange={wasMoved ? 'moved' : 'booked'}
          {...handlers}
        />
      )}
      {appointments.length === 0 && <NoAppointments />}
      {appointments.length > 0 && !recentAppointment && !nextAppointment && <NoUpcomingAppointment />}
      {upcomingAppointments.length > 0 && (
        <Section
          title="Kommende Termine"
          appointments={upcomingAppointments}
          hero={recentAppointment ? undefined : nextAppointment}
          isComingAsked={({ id, date }) => id === mailLink?.appointment?.id || daysBetween(today, date) <= 7}
          {...handlers}
        />
      )}
      {appointments.some(({ status, meta }) => status === statuses.booked && !meta.past) && (
        <Box sx={{ mb: 8 }}>
          <Rules />
        </Box>
      )}
      {pastAppointments.length > 0 && (
        <Section title="Vergangene Termine" appointments={pastAppointments} isPast {...handlers} />
      )}
      {pastAppointments.some(({ status }) => status === statuses.booked) && (
        <Box sx={{ mt: 6 }}>
          <Suspense fallback={<Box sx={{ height: 40 }} />}>
            <ProofButton participant="self" />
          </Suspense>
        </Box>
      )}
      {pastAppointments.some(({ meta }) => meta.rating) && (
        <Box sx={{ mt: 10 }}>
          <Suspense>
            <PublicReviews heading="h2" />
          </Suspense>
        </Box>
      )}
      <RateAppointment appointments={appointments} />
      {appointmentToCancel && (
        <Suspense fallback={<LoadingNotice />}>
          <CancelDialog
            appointment={appointmentToCancel}
            onCancelled={focusAfterCancelling}
            onClosed={() => setAppointmentToCancel(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Tells the participant that no upcoming appointment is left, with a link to book one. */
function NoUpcomingAppointment() {
  return (
    <Notice kind="info" action={<BookingButton />}>
      Es steht kein Termin mehr an.
    </Notice>
  );
}

/**
 * Returns the appointment that the participant has just booked or moved before coming to this page, and whether it was
 * moved. Its card comes first and takes the focus from the page's title, unless the focus has already moved elsewhere.
 * When the user returns to a card (`returnToId`), that card takes the focus and keeps its usual position.
 */
function useRecentAppointment(appointments: readonly OwnAppointment[]): {
  recentAppointment: OwnAppointment | undefined;
  wasMoved: boolean;
} {
  const state = useLocation().state as { recentId?: unknown; wasMoved?: unknown; returnToId?: unknown } | null;
  const recentAppointment = appointments.find(({ id, meta }) => id === state?.recentId && !meta.past);
  const isRecent = recentAppointment !== undefined;
  const id = recentAppointment?.id ?? appointments.find((appointment) => appointment.id === state?.returnToId)?.id;
  useEffect(() => {
    if (id === undefined) return;
    // Runs after the shell's own effect, which moves the focus to the title.
    const timer = setTimeout(() => {
      const card = document.getElementById(cardId(id));
      if (!card || !document.activeElement?.closest('main')) return;
      card.focus({ preventScroll: isRecent });
      // Scroll only if the card does not fit below the title and above the toast, as on a phone.
      if (isRecent && card.getBoundingClientRect().bottom > innerHeight - toastSpace) card.scrollIntoView();
    });
    return () => clearTimeout(timer);
  }, [id, isRecent]);
  return { recentAppointment, wasMoved: state?.wasMoved === true };
}

interface SectionProps {
  title: string;
  /** The appointment with the largest card. */
  hero?: OwnAppointment | undefined;
  /** Whether the appointments are past ones, shown as rows instead of cards. */
  isPast?: boolean;
  /** The change that has just been made to the appointments. */
  recentChange?: 'booked' | 'moved' | null;
  appointments: readonly OwnAppointment[];
  /** Whether the card of an appointment offers to say that one comes. */
  isComingAsked?: (appointment: OwnAppointment) => boolean;
  onCancel: (appointment: OwnAppointment) => void;
  onRate: (appointment: OwnAppointment) => void;
}

function Section({
  title,
  hero,
  isPast = false,
  recentChange = null,
  appointments,
  isComingAsked = () => false,
  onCancel,
  onRate,
}: SectionProps) {
  return (
    <Box component="section" sx={{ mb: 8 }}>
      <Typography variant="h2" sx={{ mb: 4 }}>
        {title}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: isPast ? 2 : 4 }}>
        {appointments.map((appointment) => (
          <AppointmentCard
            key={appointment.id}
            appointment={appointment}
            emphasis={isPast ? 'row' : appointment === hero ? 'hero' : 'card'}
            asksForComing={isComingAsked(appointment)}
            recentChange={recentChange}
            onCancel={() => onCancel(appointment)}
            onRate={() => onRate(appointment)}
          />
        ))}
      </Box>
    </Box>
  );
}

/** Explains the rules about cancellations and documents. */
function Rules() {
  return (
    <Notice kind="info" title="Du kannst den gebuchten Termin doch nicht wahrnehmen?" foldsOnPhone>
      <Box component="ul" sx={{ m: 0, pl: 5, display: 'grid', gap: 1, maxWidth: '70ch' }}>
        <li>Ein Termin, den du nicht mindestens 48 Stunden vorher stornierst, verfällt.</li>
        <li>
          Bist du kurzfristig verhindert, schreib bitte eine E-Mail an das Coaching-Team
          <TeamAddress />
        </li>
        <li>
          Um Einzelcoachings zu buchen, brauchst du mindestens eine bearbeitbare Datei (docx): Lade sie unter{' '}
          <Link component={RouterLink} to="/files" color="inherit">
            Meine Unterlagen
          </Link>{' '}
          hoch, BEVOR du einen Termin auswählst. PDFs kannst du deinem Coach zusätzlich geben.
        </li>
      </Box>
    </Notice>
  );
}

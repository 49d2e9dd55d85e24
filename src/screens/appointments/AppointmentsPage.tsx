import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Link as RouterLink, useLocation } from 'react-router';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { useProviderConfig } from '../../features/provider/ui/provider.ts';
import { EmailLink } from '../../web/ui/layout/EmailLink.tsx';
import { EmptyState } from '../../web/ui/notices/EmptyState.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { OpeningNotice } from '../../web/ui/notices/OpeningNotice.tsx';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { myAppointment, type OwnAppointment } from '../../features/booking/contract.ts';
import type { TakeOfferProps } from '../../features/booking/ui/TakeOffer.tsx';
import { statuses } from '../../shared/coaching.ts';
import { AppointmentCard, cardId } from './AppointmentCard.tsx';
import { RateAppointment, useRate } from './RateAppointment.tsx';

// Also part of the rating dialog, which cannot be reopened once the rating is sent.
const PublicReviews = lazyComponent('PublicReviews', () => import('../../features/ratings/ui/PublicReviews.tsx'));

const ProofButton = lazyComponent('ProofButton', () => import('../../features/evidence/ui/ProofButton.tsx'));

const CancelDialog = lazyComponent('CancelDialog', () => import('./CancelDialog.tsx'));
const WaitingOffers = lazyComponent('WaitingOffers', () => import('../../features/booking/ui/WaitingOffers.tsx'));
const TakeOffer = lazyComponent<TakeOfferProps>('BookingPage', async () => ({
  default: (await import('../booking/BookingPage.tsx')).TakeOffer,
}));
const WaitingEntries = lazyComponent('WaitingEntries', () => import('../../features/waiting/ui/WaitingEntries.tsx'));

/** The height of a message above the bar of a phone, in px. */
const messageRoom = 160;

/** /appointments (reference 4.7): a participant's own appointments, to cancel and to rate. */
export default function AppointmentsPage() {
  const mine = useApiQuery(myAppointment, {});
  const { error, data } = mine;
  useEffect(() => {
    // Reference 4.7: a failure is logged without a toast; a notice replaces the list.
    if (error) console.error('myAppointment failed', error.name);
  }, [error]);
  return (
    <>
      <PageHeader title="Meine Termine" />
      <Suspense>
        <WaitingOffers TakeOffer={TakeOffer} />
      </Suspense>
      {error && <ErrorNotice error={error} retry={() => void mine.refetch()} />}
      {mine.isPending && <Loading blocks={3} height={196} />}
      {data && <Appointments all={data.data} />}
      <Suspense>
        <WaitingEntries />
      </Suspense>
    </>
  );
}

function None() {
  return (
    <EmptyState picture="calendar" title="Du hast noch keine Termine gebucht" action={<ToBooking />}>
      Freie Termine findest du im Menü unter „Termine buchen“.
    </EmptyState>
  );
}

function ToBooking() {
  return (
    <Button variant="contained" component={RouterLink} to="/booking">
      Termine buchen
    </Button>
  );
}

function Appointments({ all }: { all: readonly OwnAppointment[] }) {
  const [cancelling, setCancelling] = useState<OwnAppointment | null>(null);
  const rate = useRate();
  const focusNext = useRef('');
  const { booked, moved } = useJustBooked(all);
  const upcoming = all.filter((appointment) => !appointment.meta.past && appointment !== booked);
  const next = upcoming.find(({ status }) => status === statuses.booked);
  const past = all.filter((appointment) => appointment.meta.past);

  // The cancelled card leaves the list: the focus moves to the next card, else to the previous one, else to the title.
  const cancelled = (gone: OwnAppointment) => {
    const at = all.findIndex((appointment) => appointment.id === gone.id);
    const next = all[at + 1] ?? all[at - 1];
    focusNext.current = next ? `#${cardId(next.id)}` : 'h1';
  };
  useEffect(() => {
    if (cancelling || !focusNext.current) return;
    document.querySelector<HTMLElement>(focusNext.current)?.focus();
    focusNext.current = '';
  }, [cancelling]);

  const handlers = { onCancel: setCancelling, onRate: rate };
  return (
    <>
      {booked && (
        <Section
          title={moved ? 'Gerade verlegt' : 'Gerade gebucht'}
          appointments={[booked]}
          just={moved ? 'moved' : 'booked'}
          {...handlers}
        />
      )}
      {all.length === 0 && <None />}
      {all.length > 0 && !booked && !next && <NoneAhead />}
      {upcoming.length > 0 && (
        <Section title="Kommende Termine" appointments={upcoming} hero={booked ? undefined : next} {...handlers} />
      )}
      {all.length > 0 && (
        <Box sx={{ mb: 8 }}>
          <Rules />
        </Box>
      )}
      {past.length > 0 && <Section title="Vergangene Termine" appointments={past} quiet {...handlers} />}
      {past.some(({ status }) => status === statuses.booked) && (
        <Box sx={{ mt: 6 }}>
          <Suspense fallback={<Box sx={{ height: 40 }} />}>
            <ProofButton of="oneself" />
          </Suspense>
        </Box>
      )}
      {past.some(({ meta }) => meta.rating) && (
        <Box sx={{ mt: 10 }}>
          <Suspense>
            <PublicReviews heading="h2" />
          </Suspense>
        </Box>
      )}
      <RateAppointment all={all} />
      {cancelling && (
        <Suspense fallback={<OpeningNotice />}>
          <CancelDialog appointment={cancelling} onCancelled={cancelled} onClosed={() => setCancelling(null)} />
        </Suspense>
      )}
    </>
  );
}

/** No upcoming appointment is left: says so, with a link to book. */
function NoneAhead() {
  return (
    <Notice kind="info" action={<ToBooking />}>
      Es steht kein Termin mehr an.
    </Notice>
  );
}

/**
 * The appointment whose booking led to this page, and whether it was rescheduled (`moved`). Its card comes first and
 * takes the focus from the page's title, but not after a reload, and not if the focus has moved elsewhere meanwhile.
 * After a return to a card (`shown`), the focus is on that card, in its usual place.
 */
function useJustBooked(all: readonly OwnAppointment[]): { booked: OwnAppointment | undefined; moved: boolean } {
  const state = useLocation().state as { booked?: unknown; moved?: unknown; shown?: unknown } | null;
  const booked = all.find(({ id, meta }) => id === state?.booked && !meta.past);
  const isNew = booked !== undefined;
  const id = booked?.id ?? all.find((appointment) => appointment.id === state?.shown)?.id;
  useEffect(() => {
    if (id === undefined) return;
    // After the shell's own effect, which moves the focus to the title.
    const timer = setTimeout(() => {
      const card = document.getElementById(cardId(id));
      if (!card || !document.activeElement?.closest('main')) return;
      card.focus({ preventScroll: isNew });
      // Scroll only if the card does not fit below the title and above the message, as on a phone.
      if (isNew && card.getBoundingClientRect().bottom > innerHeight - messageRoom) card.scrollIntoView();
    });
    return () => clearTimeout(timer);
  }, [id, isNew]);
  return { booked, moved: state?.moved === true };
}

interface SectionProps {
  title: string;
  /** The appointment with the largest card. */
  hero?: OwnAppointment | undefined;
  /** Past appointments: rows instead of cards. */
  quiet?: boolean;
  /** Whether they have just been booked or moved. */
  just?: 'booked' | 'moved' | null;
  appointments: readonly OwnAppointment[];
  onCancel: (appointment: OwnAppointment) => void;
  onRate: (appointment: OwnAppointment) => void;
}

function Section({ title, hero, quiet = false, just = null, appointments, onCancel, onRate }: SectionProps) {
  return (
    <Box component="section" sx={{ mb: 8 }}>
      <Typography variant="h2" sx={{ mb: 4 }}>
        {title}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: quiet ? 2 : 4 }}>
        {appointments.map((appointment) => (
          <AppointmentCard
            key={appointment.id}
            appointment={appointment}
            weight={quiet ? 'row' : appointment === hero ? 'hero' : 'card'}
            just={just}
            onCancel={() => onCancel(appointment)}
            onRate={() => onRate(appointment)}
          />
        ))}
      </Box>
    </Box>
  );
}

/** The rules about cancelling and documents. */
function Rules() {
  const email = useProviderConfig()?.coachingEmail;
  return (
    <Notice kind="info" title="Du kannst den gebuchten Termin doch nicht wahrnehmen?" folds>
      <Box component="ul" sx={{ m: 0, pl: 5, display: 'grid', gap: 1, maxWidth: '70ch' }}>
        <li>Ein Termin, den du nicht mindestens 48 Stunden vorher stornierst, verfällt.</li>
        <li>
          Bist du kurzfristig verhindert, schreib bitte eine E-Mail an das Coaching-Team
          {email ? (
            <>
              : <EmailLink address={email} color="inherit" />
            </>
          ) : (
            '.'
          )}
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

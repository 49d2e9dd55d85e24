import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Link as RouterLink, useLocation } from 'react-router';
import { lazyPart } from '../../web/chunk.ts';
import { useAsk, usePortal } from '../../web/query.ts';
import { EmptyState } from '../../web/ui/EmptyState.tsx';
import { ErrorNotice } from '../../web/ui/ErrorNotice.tsx';
import { Loading } from '../../web/ui/Loading.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { PageHeader } from '../../web/ui/PageHeader.tsx';
import { myAppointment, type OwnAppointment } from '../contract.ts';
import { AppointmentCard, cardId } from './AppointmentCard.tsx';
import { CancelDialog } from './CancelDialog.tsx';
import { RateAppointment, useRate } from './RateAppointment.tsx';

// As the rating's dialog has it below its form, which is not to be had any more once the rating is sent.
const PublicReviews = lazyPart('PublicReviews', () => import('../../ratings/ui/PublicReviews.tsx'));

/** /appointments (spec participant §2, §4): one's own appointments, and cancelling and rating them. */
export default function AppointmentsPage() {
  const mine = useAsk(myAppointment, {});
  const { error, data } = mine;
  useEffect(() => {
    // Spec §8: a failure is logged and raises no message of its own; the list's place says what to do.
    if (error) console.error('myAppointment failed', error.name);
  }, [error]);
  return (
    <>
      <PageHeader title="Meine Termine" />
      {error && <ErrorNotice error={error} retry={() => void mine.refetch()} />}
      {mine.isPending && <Loading blocks={3} height={196} />}
      {data && <Appointments all={data.data} />}
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
  const booked = useJustBooked(all);
  const upcoming = all.filter((appointment) => !appointment.meta.past && appointment !== booked);
  const past = all.filter((appointment) => appointment.meta.past);

  // The cancelled card leaves the list: the next one takes the focus, or the one before it, or the title.
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

  const deeds = { onCancel: setCancelling, onRate: rate };
  return (
    <>
      {booked && <Section first title="Gerade gebucht" appointments={[booked]} {...deeds} />}
      {all.length > 0 ? <Rules /> : <None />}
      {all.length > 0 && !booked && !upcoming.some(({ status }) => status === 'G') && <NoneAhead />}
      {upcoming.length > 0 && <Section title="Kommende Termine" appointments={upcoming} {...deeds} />}
      {past.length > 0 && <Section title="Vergangene Termine" appointments={past} {...deeds} />}
      {past.some(({ meta }) => meta.rating) && (
        <Box sx={{ mt: 10 }}>
          <Suspense>
            <PublicReviews heading="h2" />
          </Suspense>
        </Box>
      )}
      <RateAppointment all={all} />
      {cancelling && (
        <CancelDialog appointment={cancelling} onCancelled={cancelled} onClosed={() => setCancelling(null)} />
      )}
    </>
  );
}

/** Nothing is left of what was to come: says so, and the way on. */
function NoneAhead() {
  return (
    <Notice kind="info" action={<ToBooking />}>
      Es steht kein Termin mehr an.
    </Notice>
  );
}

/**
 * The appointment whose booking has just led here, or none. Its card comes first and takes the focus that the page's
 * title has after the change of route; not on a reload, and not from whoever has gone on meanwhile.
 */
function useJustBooked(all: readonly OwnAppointment[]): OwnAppointment | undefined {
  const state = useLocation().state as { booked?: unknown } | null;
  const booked = all.find(({ id, meta }) => id === state?.booked && !meta.past);
  const id = booked?.id;
  useEffect(() => {
    if (id !== undefined && document.activeElement?.closest('main')) document.getElementById(cardId(id))?.focus();
  }, [id]);
  return booked;
}

interface SectionProps {
  title: string;
  /** Stands right below the page's title. */
  first?: boolean;
  appointments: readonly OwnAppointment[];
  onCancel: (appointment: OwnAppointment) => void;
  onRate: (appointment: OwnAppointment) => void;
}

function Section({ title, first = false, appointments, onCancel, onRate }: SectionProps) {
  return (
    <Box component="section" sx={first ? { mb: 6 } : { mt: 8 }}>
      <Typography variant="h2" sx={{ mb: 4 }}>
        {title}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 4 }}>
        {appointments.map((appointment) => (
          <AppointmentCard
            key={appointment.id}
            appointment={appointment}
            onCancel={() => onCancel(appointment)}
            onRate={() => onRate(appointment)}
          />
        ))}
      </Box>
    </Box>
  );
}

/** What to know about cancelling and documents. */
function Rules() {
  const email = usePortal()?.coachingEmail;
  return (
    <Notice kind="info" title="Du kannst den gebuchten Termin doch nicht wahrnehmen?" folds>
      <Box component="ul" sx={{ m: 0, pl: 5, display: 'grid', gap: 1, maxWidth: '70ch' }}>
        <li>Ein Termin, den du nicht mindestens 48 Stunden vorher stornierst, verfällt.</li>
        <li>
          Bist du kurzfristig verhindert, schreib bitte eine E-Mail an das Coaching-Team
          {email ? (
            <>
              :{' '}
              <Link href={`mailto:${email}`} color="inherit">
                {email}
              </Link>
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

import { Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { listMyAppointments, type OwnAppointment } from '../../features/booking/contract.ts';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import { canRate, cardId } from './AppointmentCard.tsx';

const RatingDialog = lazyComponent('RatingDialog', () => import('../../features/ratings/ui/RatingDialog.tsx'));

/**
 * The URL parameter with the id of the appointment to rate. Since the id is in the URL, the dialog survives a reload,
 * and 'back' closes it.
 */
const ratingParam = 'bewerten';

/** Returns the function that opens the rating dialog of an appointment. */
export function useOpenRating() {
  const [, setSearch] = useSearchParams();
  const { state } = useLocation();
  return ({ id }: OwnAppointment) =>
    setSearch({ [ratingParam]: String(id) }, { preventScrollReset: true, state: { ...state, openedHere: true } });
}

/**
 * Returns the function that closes the dialog. If the list opened the dialog, the function goes one step back in the
 * history, so that no entry for the closed dialog remains. If a link opened it, the function replaces the entry.
 */
function useCloseRating() {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const { key, state } = useLocation();
  // Going back takes a moment. A second click in the meantime would go back twice and leave the page.
  const isClosing = useRef(false);
  useEffect(() => {
    isClosing.current = false;
  }, [key]);
  return () => {
    if (isClosing.current || !search.has(ratingParam)) return;
    isClosing.current = true;
    if ((state as { openedHere?: true } | null)?.openedHere) void navigate(-1);
    else setSearch({}, { replace: true, preventScrollReset: true });
  };
}

/** Shows the rating dialog of the appointment in the URL, if it can be rated. */
export function RateAppointment({ appointments }: { appointments: readonly OwnAppointment[] }) {
  const [search] = useSearchParams();
  const close = useCloseRating();
  const requestedId = Number(search.get(ratingParam));
  const requestedAppointment =
    appointments.find((appointment) => appointment.id === requestedId && canRate(appointment)) ?? null;
  // Kept until the dialog has closed, because the appointment can no longer be rated once the list is refetched.
  const [shownAppointment, setShownAppointment] = useState(requestedAppointment);
  if (requestedAppointment && requestedAppointment.id !== shownAppointment?.id)
    setShownAppointment(requestedAppointment);
  useFocusOnCard(shownAppointment);
  if (!shownAppointment) return null;

  const finishRating = async () => {
    // Refetch the list first: a button that disappears later would take the focus with it.
    await invalidate(listMyAppointments);
    close();
  };
  return (
    <Suspense fallback={<LoadingNotice />}>
      <RatingDialog
        key={shownAppointment.id}
        appointment={shownAppointment}
        open={requestedId === shownAppointment.id}
        onClose={close}
        onRated={finishRating}
        onClosed={() => setShownAppointment(null)}
      />
    </Suspense>
  );
}

/**
 * Moves the focus to the card after the dialog has closed, if no element has the focus. The button that opened the
 * dialog disappears when the coaching is rated.
 */
function useFocusOnCard(shownAppointment: OwnAppointment | null) {
  const lastShownAppointment = useRef<OwnAppointment | null>(null);
  useEffect(() => {
    const closedAppointment = shownAppointment ? null : lastShownAppointment.current;
    lastShownAppointment.current = shownAppointment;
    if (closedAppointment && document.activeElement === document.body)
      document.getElementById(cardId(closedAppointment.id))?.focus();
  }, [shownAppointment]);
}

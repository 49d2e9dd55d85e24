import { Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { myAppointment, type OwnAppointment } from '../../features/booking/contract.ts';
import { OpeningNotice } from '../../web/ui/notices/OpeningNotice.tsx';
import { canRate, cardId } from './AppointmentCard.tsx';

const RatingDialog = lazyComponent('RatingDialog', () => import('../../features/ratings/ui/RatingDialog.tsx'));

/** The appointment to rate is part of the address: the dialog survives a reload, and 'back' closes it. */
const param = 'bewerten';

/** Returns the function that opens the rating of an appointment: `const rate = useRate()`. */
export function useRate() {
  const [, setSearch] = useSearchParams();
  const { state } = useLocation();
  return ({ id }: OwnAppointment) =>
    setSearch({ [param]: String(id) }, { preventScrollReset: true, state: { ...state, openedHere: true } });
}

/**
 * Returns the function that closes it. Opening it from the list has added an entry to the history, which closing goes
 * back over: otherwise the next step back would lead nowhere. If it was opened by a link, the list stays.
 */
function useClose() {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const { key, state } = useLocation();
  // A second click before the step back has taken effect would leave the page.
  const closing = useRef(false);
  useEffect(() => {
    closing.current = false;
  }, [key]);
  return () => {
    if (closing.current || !search.has(param)) return;
    closing.current = true;
    if ((state as { openedHere?: true } | null)?.openedHere) void navigate(-1);
    else setSearch({}, { replace: true, preventScrollReset: true });
  };
}

/** The rating dialog of the appointment that the address names. */
export function RateAppointment({ all }: { all: readonly OwnAppointment[] }) {
  const [search] = useSearchParams();
  const close = useClose();
  const requested = Number(search.get(param));
  const named = all.find((appointment) => appointment.id === requested && canRate(appointment)) ?? null;
  // Kept while the dialog closes, although the list then shows the appointment as rated.
  const [shown, setShown] = useState(named);
  if (named && named.id !== shown?.id) setShown(named);
  useFocusOnCard(shown);
  if (!shown) return null;

  const rated = async () => {
    // Refetch the list first: if the button disappeared later, the focus would be lost with it.
    await invalidate(myAppointment);
    close();
  };
  return (
    <Suspense fallback={<OpeningNotice />}>
      <RatingDialog
        key={shown.id}
        appointment={shown}
        open={requested === shown.id}
        onClose={close}
        onRated={rated}
        onClosed={() => setShown(null)}
      />
    </Suspense>
  );
}

/**
 * After the dialog has closed: if its opening button has disappeared, since the coaching is rated, the card gets the
 * focus.
 */
function useFocusOnCard(shown: OwnAppointment | null) {
  const last = useRef<OwnAppointment | null>(null);
  useEffect(() => {
    const gone = shown ? null : last.current;
    last.current = shown;
    if (gone && document.activeElement === document.body) document.getElementById(cardId(gone.id))?.focus();
  }, [shown]);
}

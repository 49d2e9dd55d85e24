import { Suspense, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { lazyPart } from '../../web/chunk.ts';
import { renew } from '../../web/query.ts';
import { myAppointment, type OwnAppointment } from '../contract.ts';
import { Opening } from '../../web/ui/Opening.tsx';
import { canRate, cardId } from './AppointmentCard.tsx';

const RatingDialog = lazyPart('RatingDialog', () => import('../../ratings/ui/RatingDialog.tsx'));

/** The appointment being rated stands in the address: a reload keeps the dialog, 'back' closes it. */
const param = 'bewerten';

/** Opens the rating of an appointment: `const rate = useRate()`. */
export function useRate() {
  const [, setSearch] = useSearchParams();
  return (appointment: OwnAppointment) => setSearch({ [param]: String(appointment.id) }, { preventScrollReset: true });
}

/** The rating dialog of the appointment that the address names. */
export function RateAppointment({ all }: { all: readonly OwnAppointment[] }) {
  const [search, setSearch] = useSearchParams();
  const asked = Number(search.get(param));
  const named = all.find((appointment) => appointment.id === asked && canRate(appointment)) ?? null;
  // Stays while the dialog leaves, though the list then knows the appointment as rated.
  const [shown, setShown] = useState(named);
  if (named && named.id !== shown?.id) setShown(named);
  useFocusOnCard(shown);
  if (!shown) return null;

  const close = () => setSearch({}, { replace: true, preventScrollReset: true });
  const rated = async () => {
    // The list first: a button that went later would take the focus with it.
    await renew(myAppointment);
    close();
  };
  return (
    <Suspense fallback={<Opening />}>
      <RatingDialog
        key={shown.id}
        appointment={shown}
        open={asked === shown.id}
        onClose={close}
        onRated={rated}
        onClosed={() => setShown(null)}
      />
    </Suspense>
  );
}

/** Once the dialog has gone: the button that opened it is no more when the coaching is rated, so its card takes the focus. */
function useFocusOnCard(shown: OwnAppointment | null) {
  const last = useRef<OwnAppointment | null>(null);
  useEffect(() => {
    const gone = shown ? null : last.current;
    last.current = shown;
    if (gone && document.activeElement === document.body) document.getElementById(cardId(gone.id))?.focus();
  }, [shown]);
}

import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi, RequestError, CallError, sentenceOf, sessionEnded } from '../../../web/calls/api.ts';
import { invalidate } from '../../../web/calls/apiQuery.ts';
import { waitForConnection } from '../../../web/calls/connection.ts';
import { toast } from '../../../web/toasts/toast.ts';
import { bookable, bookAppointment, myAppointment, type BookableAppointment } from '../contract.ts';
import { reschedule } from '../reschedule/contract.ts';
import type { FailedBooking } from '../rules.ts';
import { statuses } from '../../../shared/coaching.ts';

/** The call `waiting/mine`, because a booking may end entries; only its path, because its contract is loaded later. */
const myWaitingCall = { path: 'waiting/mine' };

/**
 * Books a slot, or reschedules the booking `reschedulingId` to it, with a note to the coach if `note` is given. On
 * success it opens /appointments; a failure is shown at the slot.
 */
export function useBooking(reschedulingId: number | null) {
  const navigate = useNavigate();
  const running = useRef(false);
  const [busy, setBusy] = useState<number | null>(null);
  const [failures, setFailures] = useState<readonly FailedBooking[]>([]);
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => void (mounted.current = false);
  }, []);

  const clearFailures = (slot: BookableAppointment) =>
    setFailures((before) => before.filter((failure) => failure.slot.id !== slot.id));
  const showSuccess = (slot: BookableAppointment) => {
    clearFailures(slot);
    void invalidate(bookable, myAppointment, myWaitingCall);
    if (reschedulingId === null) {
      toast.success('Der Termin wurde gebucht!', 'booking');
      void navigate('/appointments', { state: { booked: slot.id } });
    } else {
      toast.success('Der Termin wurde umgebucht!', 'booking');
      // 'Back' then leads to the page where rescheduling started, not to the finished choice.
      void navigate('/appointments', { state: { booked: slot.id, moved: true }, replace: true });
    }
  };

  /** Checks, as soon as the server can be reached, whether a booking whose answer was lost has been made. */
  const checkWhetherBooked = async (slot: BookableAppointment): Promise<void> => {
    // On another page no message is needed: its lists are refetched. A new attempt shows its own outcome.
    if (!mounted.current) return invalidate(bookable, myAppointment);
    if (running.current) return;
    try {
      const { data } = await callApi(myAppointment, {});
      if (running.current || !data.some(({ id, status }) => id === slot.id && status === statuses.booked)) return;
      if (mounted.current) showSuccess(slot);
      else await invalidate(bookable, myAppointment);
    } catch (error) {
      if (!(error instanceof RequestError) || error.status !== 0) return;
      await waitForConnection();
      await checkWhetherBooked(slot);
    }
  };

  const book = async (slot: BookableAppointment, note?: string) => {
    if (running.current) return;
    running.current = true;
    let outcomeUnknown = false;
    setBusy(slot.id);
    clearFailures(slot);
    try {
      if (reschedulingId === null) await callApi(bookAppointment, { appointmentId: slot.id, note });
      else await callApi(reschedule, { appointmentId: reschedulingId, newAppointmentId: slot.id, note });
      showSuccess(slot);
    } catch (error) {
      if (sessionEnded(error)) return;
      toast.error(
        reschedulingId === null ? 'Termine konnten nicht geladen werden!' : 'Umbuchung ist fehlgeschlagen!',
        'booking',
      );
      const gone = isGone(error);
      outcomeUnknown = error instanceof RequestError && !gone;
      setFailures((before) => [...before, { slot, sentence: sentenceOf(error), gone }]);
      if (gone) void invalidate(bookable);
      // The booking itself can no longer be rescheduled: the page shows that instead of the list.
      if (isRefusal(error, 'notBooked', 'tooLate')) void invalidate(bookable, myAppointment);
      if (isRefusal(error, 'noEditableFile')) void invalidate(bookable);
    } finally {
      running.current = false;
      setBusy(null);
    }
    if (outcomeUnknown) await checkWhetherBooked(slot);
  };

  return { busy, failures, book: (slot: BookableAppointment, note?: string) => void book(slot, note) };
}

/** Whether the slot can no longer be booked by anyone: it is taken, has begun, or was deleted by its coach. */
function isGone(error: unknown): boolean {
  return isRefusal(error, 'slotTaken', 'started') || (error instanceof RequestError && error.status === 404);
}

function isRefusal(error: unknown, ...codes: string[]): boolean {
  return error instanceof CallError && codes.includes(error.code);
}

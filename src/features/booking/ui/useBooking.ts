import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi, RequestError, CallError, sentenceOf, sessionEnded } from '../../../web/calls/api.ts';
import { invalidate } from '../../../web/calls/apiQuery.ts';
import { untilConnected } from '../../../web/calls/connection.ts';
import { toast } from '../../../web/toasts/toast.ts';
import { bookable, bookAppointment, myAppointment, type BookableAppointment } from '../contract.ts';
import { reschedule } from '../reschedule/contract.ts';
import type { Failure } from '../rules.ts';
import { statuses } from '../../../shared/coaching.ts';

/** The path of `waiting/mine`: a booking may end entries. Its contract is loaded later, with the list. */
const waitingList = { path: 'waiting/mine' };

/**
 * Books a slot, or reschedules the booking `insteadOf` to it, with a note to the coach if `note` is given. Success
 * leads to /appointments; a failure is shown at the slot.
 */
export function useBooking(insteadOf: number | null) {
  const navigate = useNavigate();
  const running = useRef(false);
  const [busy, setBusy] = useState<number | null>(null);
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => void (here.current = false);
  }, []);

  const clearFailures = (slot: BookableAppointment) =>
    setFailures((before) => before.filter((failure) => failure.slot.id !== slot.id));
  const booked = (slot: BookableAppointment) => {
    clearFailures(slot);
    void invalidate(bookable, myAppointment, waitingList);
    if (insteadOf === null) {
      toast.success('Der Termin wurde gebucht!', 'booking');
      void navigate('/appointments', { state: { booked: slot.id } });
    } else {
      toast.success('Der Termin wurde umgebucht!', 'booking');
      // 'Back' then leads to the page where rescheduling started, not to the finished choice.
      void navigate('/appointments', { state: { booked: slot.id, moved: true }, replace: true });
    }
  };

  /** A booking without an answer may have been made: looks for it as soon as the server can be reached. */
  const lookFor = async (slot: BookableAppointment): Promise<void> => {
    // Another page needs no message: its lists are refetched. A new attempt reports its own outcome.
    if (!here.current) return invalidate(bookable, myAppointment);
    if (running.current) return;
    try {
      const { data } = await callApi(myAppointment, {});
      if (running.current || !data.some(({ id, status }) => id === slot.id && status === statuses.booked)) return;
      if (here.current) booked(slot);
      else await invalidate(bookable, myAppointment);
    } catch (error) {
      if (!(error instanceof RequestError) || error.status !== 0) return;
      await untilConnected();
      await lookFor(slot);
    }
  };

  const book = async (slot: BookableAppointment, note?: string) => {
    if (running.current) return;
    running.current = true;
    let unknown = false;
    setBusy(slot.id);
    clearFailures(slot);
    try {
      if (insteadOf === null) await callApi(bookAppointment, { appointmentId: slot.id, note });
      else await callApi(reschedule, { appointmentId: insteadOf, newAppointmentId: slot.id, note });
      booked(slot);
    } catch (error) {
      if (sessionEnded(error)) return;
      toast.error(
        insteadOf === null ? 'Termine konnten nicht geladen werden!' : 'Umbuchung ist fehlgeschlagen!',
        'booking',
      );
      const gone = isGone(error);
      unknown = error instanceof RequestError && !gone;
      setFailures((before) => [...before, { slot, sentence: sentenceOf(error), gone }]);
      if (gone) void invalidate(bookable);
      // The booking itself can no longer be rescheduled: the page says so instead of the list.
      if (isRefusal(error, 'notBooked', 'tooLate')) void invalidate(bookable, myAppointment);
      if (isRefusal(error, 'noEditableFile')) void invalidate(bookable);
    } finally {
      running.current = false;
      setBusy(null);
    }
    if (unknown) await lookFor(slot);
  };

  return { busy, failures, book: (slot: BookableAppointment, note?: string) => void book(slot, note) };
}

/** Whether nobody can book the slot any more: taken, begun, or deleted by its coach. */
function isGone(error: unknown): boolean {
  return isRefusal(error, 'slotTaken', 'started') || (error instanceof RequestError && error.status === 404);
}

function isRefusal(error: unknown, ...codes: string[]): boolean {
  return error instanceof CallError && codes.includes(error.code);
}

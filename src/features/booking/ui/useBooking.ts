import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi, RequestError, CallError, errorMessageOf, isSessionEndedError } from '../../../web/calls/api.ts';
import { invalidate } from '../../../web/calls/apiQuery.ts';
import { waitForConnection } from '../../../web/calls/connection.ts';
import { toast } from '../../../web/toasts/toast.ts';
import { listBookableSlots, bookAppointment, listMyAppointments, type BookableAppointment } from '../contract.ts';
import { reschedule } from '../reschedule/contract.ts';
import type { FailedBooking } from '../rules.ts';
import { statuses } from '../../../shared/coaching.ts';

/**
 * The call for the user's waiting list. The list is refetched because a booking may end entries. Only the path is
 * repeated here, so that the page need not load the contract of the waiting list.
 */
const myWaitingCall = { path: 'waiting/mine' };

/**
 * Returns `book`, which books a slot or reschedules the booking `reschedulingId` to it, with an optional note to the
 * coach, and opens /appointments on success. `busySlotId` is the id of the slot that is being booked, null if there is
 * none, and `failures` are the bookings that failed.
 */
export function useBooking(reschedulingId: number | null) {
  const navigate = useNavigate();
  const isRunning = useRef(false);
  const [busySlotId, setBusySlotId] = useState<number | null>(null);
  const [failures, setFailures] = useState<readonly FailedBooking[]>([]);

  const clearFailures = (slot: BookableAppointment) =>
    setFailures((previous) => previous.filter((failure) => failure.slot.id !== slot.id));
  const showSuccess = (slot: BookableAppointment) => {
    clearFailures(slot);
    void invalidate(listBookableSlots, listMyAppointments, myWaitingCall);
    if (reschedulingId === null) {
      toast.success('Der Termin wurde gebucht!', 'booking');
      void navigate('/appointments', { state: { recentId: slot.id } });
    } else {
      toast.success('Der Termin wurde verlegt!', 'booking');
      // The browser's 'Back' then opens the page where rescheduling started, instead of the list of slots.
      void navigate('/appointments', { state: { recentId: slot.id, wasMoved: true }, replace: true });
    }
  };

  /**
   * After a lost response, checks whether the booking was made. Waits until the server can be reached. `pathname` is
   * the path of the page where the slot was chosen.
   */
  const checkWhetherBooked = async (slot: BookableAppointment, pathname: string): Promise<void> => {
    // If the user has left the page, refetching the lists is enough. The component cannot tell: if the booking was
    // made, the refetched lists may already have removed it from the page.
    const hasLeftPage = () => location.pathname !== pathname;
    if (hasLeftPage()) return invalidate(listBookableSlots, listMyAppointments);
    // If the user tries again in the meantime, the new attempt shows its own outcome.
    if (isRunning.current) return;
    try {
      const { data } = await callApi(listMyAppointments, {});
      if (isRunning.current || !data.some(({ id, status }) => id === slot.id && status === statuses.booked)) return;
      if (hasLeftPage()) await invalidate(listBookableSlots, listMyAppointments);
      else showSuccess(slot);
    } catch (error) {
      if (!(error instanceof RequestError) || error.status !== 0) return;
      await waitForConnection();
      await checkWhetherBooked(slot, pathname);
    }
  };

  const book = async (slot: BookableAppointment, note?: string) => {
    if (isRunning.current) return;
    isRunning.current = true;
    let isOutcomeUnknown = false;
    const { pathname } = location;
    setBusySlotId(slot.id);
    clearFailures(slot);
    try {
      if (reschedulingId === null) await callApi(bookAppointment, { appointmentId: slot.id, note });
      else await callApi(reschedule, { appointmentId: reschedulingId, newAppointmentId: slot.id, note });
      showSuccess(slot);
    } catch (error) {
      if (isSessionEndedError(error)) return;
      toast.error(
        reschedulingId === null ? 'Termine konnten nicht geladen werden!' : 'Der Termin konnte nicht verlegt werden!',
        'booking',
      );
      const isSlotGone = isGone(error);
      isOutcomeUnknown = error instanceof RequestError && !isSlotGone;
      setFailures((previous) => [...previous, { slot, message: errorMessageOf(error), isSlotGone }]);
      if (isSlotGone) void invalidate(listBookableSlots);
      // If the booking itself can no longer be rescheduled, the page says so instead of showing the list.
      if (isRefusal(error, 'notBooked', 'tooLate')) void invalidate(listBookableSlots, listMyAppointments);
      if (isRefusal(error, 'noEditableFile')) void invalidate(listBookableSlots);
    } finally {
      isRunning.current = false;
      setBusySlotId(null);
    }
    if (isOutcomeUnknown) await checkWhetherBooked(slot, pathname);
  };

  return { busySlotId, failures, book: (slot: BookableAppointment, note?: string) => void book(slot, note) };
}

/** Whether an error means that nobody can book the slot any longer: it is taken, has begun, or was deleted. */
function isGone(error: unknown): boolean {
  return isRefusal(error, 'slotTaken', 'started') || (error instanceof RequestError && error.status === 404);
}

function isRefusal(error: unknown, ...codes: string[]): boolean {
  return error instanceof CallError && codes.includes(error.code);
}

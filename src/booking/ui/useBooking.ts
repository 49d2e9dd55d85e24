import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { getFiles } from '../../files/contract.ts';
import { ask, Fault, Refusal, sentenceOf, sessionEnded } from '../../web/api.ts';
import { renew } from '../../web/query.ts';
import { toast } from '../../web/toast.ts';
import { bookable, bookAppointment, myAppointment, type BookableAppointment } from '../contract.ts';
import type { Failure } from '../rules.ts';

/** Booking: idle, busy, then /appointments or a failure that stays with its slot. */
export function useBooking() {
  const navigate = useNavigate();
  const running = useRef(false);
  const [busy, setBusy] = useState<number | null>(null);
  const [failures, setFailures] = useState<readonly Failure[]>([]);

  const book = async (slot: BookableAppointment) => {
    if (running.current) return;
    running.current = true;
    setBusy(slot.id);
    setFailures((before) => before.filter((failure) => failure.slot.id !== slot.id));
    try {
      await ask(bookAppointment, { appointmentId: slot.id });
      toast.success('Der Termin wurde gebucht!', 'booking');
      void renew(bookable, myAppointment);
      void navigate('/appointments', { state: { booked: slot.id } });
    } catch (error) {
      if (sessionEnded(error)) return;
      toast.error('Termine konnten nicht geladen werden!', 'booking');
      const gone = isGone(error);
      setFailures((before) => [...before, { slot, sentence: sentenceOf(error), gone }]);
      if (gone) void renew(bookable);
      if (error instanceof Refusal && error.code === 'noEditableFile') void renew(getFiles);
    } finally {
      running.current = false;
      setBusy(null);
    }
  };

  return { busy, failures, book: (slot: BookableAppointment) => void book(slot) };
}

/** Whether nobody can book the slot any more: taken, begun, or deleted by its coach. */
function isGone(error: unknown): boolean {
  if (error instanceof Refusal) return error.code === 'slotTaken' || error.code === 'started';
  return error instanceof Fault && error.status === 404;
}

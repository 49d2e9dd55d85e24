import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { OwnAppointment } from '../../features/booking/contract.ts';
import { statuses } from '../../shared/coaching.ts';
import { cardId } from './AppointmentCard.tsx';

/** The URL parameters with the id of the appointment, by what the link asks for. */
const kinds = ['zusage', 'absage'] as const;
type MailLinkKind = (typeof kinds)[number];

/** What a link in a reminder asks for: to say that one comes, or to cancel (reference 4.26). */
export interface MailLink {
  kind: MailLinkKind;
  /** The upcoming booking that the link is about; undefined if it is no longer booked or over. */
  appointment: OwnAppointment | undefined;
}

/**
 * Returns what the link in a reminder asks for, by which the participant came to the page; null for another link. Moves
 * the focus to the appointment's card and takes the request out of the address, so that a reload does not repeat it.
 * The link itself changes nothing.
 */
export function useMailLink(appointments: readonly OwnAppointment[]): MailLink | null {
  const [search, setSearch] = useSearchParams();
  const [link] = useState((): MailLink | null => {
    const kind = kinds.find((name) => search.has(name));
    if (!kind) return null;
    const id = Number(search.get(kind));
    return { kind, appointment: appointments.find((a) => a.id === id && a.status === statuses.booked && !a.meta.past) };
  });
  const id = link?.appointment?.id;
  const wasOpenedByLink = kinds.some((kind) => search.has(kind));
  useEffect(() => {
    if (wasOpenedByLink) setSearch({}, { replace: true, preventScrollReset: true });
  }, [wasOpenedByLink, setSearch]);
  useEffect(() => {
    if (!link) return;
    // Runs after the shell's own effect, which moves the focus to the title.
    const timer = setTimeout(() => {
      const card = id === undefined ? null : document.getElementById(cardId(id));
      card?.focus();
      card?.scrollIntoView({ block: 'center' });
    });
    return () => clearTimeout(timer);
  }, [link, id]);
  return link;
}

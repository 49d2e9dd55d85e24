import { whyNotBookAny } from '../../features/booking/rules.ts';
import { isEditable } from '../../features/files/rules.ts';
import type { ParticipantAppointment, ParticipantHit } from '../../features/participants/contract.ts';
import { refusalMessages, unchoosableMessages } from '../../features/participants/rules.ts';
import { maxSelfBooked, statuses } from '../../shared/coaching.ts';

/** The facts about a participant that decide whether they can book appointments themselves. */
type BookingFacts = Pick<ParticipantHit, 'status' | 'confirmed' | 'selfBooked'> & {
  files: { data: readonly { name: string; uploadByCoach: boolean }[] };
};

/** Says in German whether a participant can book appointments themselves, and why not (reference 8.3). */
export function describeSelfBooking({ status, confirmed, selfBooked, files }: BookingFacts): string {
  const hasEditableFile = files.data.some(({ name, uploadByCoach }) =>
    isEditable({ extension: name.split('.').at(-1)?.toLowerCase() ?? '', uploadByCoach }),
  );
  const count = `${selfBooked} von ${maxSelfBooked} Einzelcoachings selbst gebucht`;
  switch (whyNotBookAny({ active: status === 0 && confirmed, hasEditableFile, selfBooked })) {
    case 'inactive':
      return status === 0
        ? 'nicht möglich: Die E-Mail-Adresse ist noch nicht bestätigt.'
        : 'nicht möglich: Der Zugang ist nicht aktiv.';
    case 'noEditableFile':
      return 'nicht möglich: Es fehlt eine bearbeitbare Datei (docx).';
    case 'limitReached':
      return `nicht mehr möglich: ${count}`;
    case null:
      return `möglich, ${count}`;
  }
}

/** Returns in German why staff cannot book an appointment for a participant, or null if they can (reference 7.2). */
export function whyNotBookFor({
  status,
  confirmed,
  isStaff,
}: Pick<ParticipantHit, 'status' | 'confirmed' | 'isStaff'>): string | null {
  if (isStaff) return refusalMessages.staff;
  if (status === 1) return unchoosableMessages.inactive;
  return confirmed ? null : unchoosableMessages.unconfirmed;
}

/** Whether a participant has a booked or missed appointment that overlaps another time on the same day. */
export function hasBookingAt(
  appointments: readonly Pick<ParticipantAppointment, 'date' | 'timeSlot' | 'status'>[],
  { date, timeSlot }: { date: string; timeSlot: string },
): boolean {
  return appointments.some(
    (other) =>
      other.status !== statuses.cancelled &&
      other.date === date &&
      other.timeSlot.slice(0, 5) < timeSlot.slice(-5) &&
      timeSlot.slice(0, 5) < other.timeSlot.slice(-5),
  );
}

/** Returns the path and query of the page with a participant's mails (reference 10.7), for admins. */
export function mailsPath({ email }: Pick<ParticipantHit, 'email'>): string {
  return `/mails?${new URLSearchParams({ person: email }).toString()}`;
}

import { whyNotBookAny } from '../../features/booking/rules.ts';
import { isEditable } from '../../features/files/rules.ts';
import type { ParticipantHit } from '../../features/participants/contract.ts';
import { maxSelfBooked } from '../../shared/coaching.ts';

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

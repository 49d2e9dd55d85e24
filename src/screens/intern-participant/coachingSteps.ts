import { addDays, dateOf, germanDate, germanInterval } from '../../shared/berlin.ts';
import { formatCount } from '../../shared/german.ts';
import type { ListedFile } from '../../features/files/contract.ts';
import { documentAnchor } from '../../features/files/rules.ts';
import { formatMarkup, sumMarkup } from '../../features/files/markup/rules.ts';
import { isRatable } from '../../features/ratings/rules.ts';
import type { OwnAppointment } from '../../features/booking/contract.ts';
import { formatHeldUntil } from '../../features/booking/rules.ts';
import type { OpenOffer } from '../../features/booking/ui/useOpenOffers.ts';
import { statuses } from '../../shared/coaching.ts';

/** The status of one of the four steps: a sentence, and whether the step is done. */
export interface StepStatus {
  done: boolean;
  text: string;
}

/** The part of /files with what the coach has uploaded. */
const answersPath = '/files#vom-coach';

/** The recommended number of appointments. */
const recommendedCount = 2;

/** Returns the status of step 1, which is done when there is a document that the coach can edit. */
export function documentsStatus(hasEditableFile: boolean): StepStatus {
  return hasEditableFile
    ? { done: true, text: 'Eine bearbeitbare Datei ist da.' }
    : { done: false, text: 'Es fehlt noch eine bearbeitbare Datei (docx).' };
}

/**
 * Returns the status of step 2, which is done when the recommended number of appointments is booked. At most `max` can
 * be booked.
 */
export function bookingStatus({ used, max }: { used: number; max: number }): StepStatus {
  return { done: used >= recommendedCount, text: `Du hast ${used} von ${max} Einzelcoachings gebucht.` };
}

/**
 * Returns the status of step 3: the next appointment, or the number of past coachings. `appointments` are in the order
 * of the call `listMyAppointments`: upcoming ones first, by their start.
 */
export function attendingStatus(appointments: readonly OwnAppointment[]): StepStatus {
  const bookedAppointments = appointments.filter(({ status }) => status === statuses.booked);
  const nextAppointment = bookedAppointments.find(({ meta }) => !meta.past);
  if (nextAppointment)
    return {
      done: false,
      text: `Dein nächster Termin: ${germanInterval(nextAppointment)}, ${nextAppointment.coach}.`,
    };
  const attendedCount = bookedAppointments.length;
  return attendedCount > 0
    ? { done: true, text: `Du hast an ${formatCount(attendedCount, 'Coaching', 'Coachings')} teilgenommen.` }
    : { done: false, text: 'Es steht noch kein Termin an.' };
}

function selectRatable(appointments: readonly OwnAppointment[]): OwnAppointment[] {
  return appointments.filter(({ status, date, meta }) => isRatable({ status, date, hasEnded: meta.past }));
}

function selectUnrated(appointments: readonly OwnAppointment[]): OwnAppointment[] {
  return selectRatable(appointments).filter(({ meta }) => meta.rating === null);
}

/** Returns the number of coachings that can still be rated. */
export function countUnrated(appointments: readonly OwnAppointment[]): number {
  return selectUnrated(appointments).length;
}

/** Returns the status of step 4: the number of coachings that can still be rated. */
export function ratingStatus(appointments: readonly OwnAppointment[]): StepStatus {
  const count = countUnrated(appointments);
  if (count > 0) return { done: false, text: `Du kannst ${formatCount(count, 'Coaching', 'Coachings')} bewerten.` };
  return selectRatable(appointments).length > 0
    ? { done: true, text: 'Du hast alles bewertet. Danke!' }
    : { done: false, text: 'Nach deinem ersten Coaching geht es hier weiter.' };
}

/** The facts about a document that the sentence about a coach's answer needs. */
export type AnswerDocument = Pick<ListedFile, 'id' | 'name' | 'uploadedAt' | 'markup'>;

/** What the coach has sent back. */
export interface CoachAnswer {
  text: string;
  /** The part of /files with the newest document, if possible one with changes or comments. */
  path: string;
  /** Whether it came within the last 14 days. */
  isNew: boolean;
}

/** The number of days for which an answer is new. */
const newDays = 14;

/**
 * Says what a coach has uploaded since the participant's last upload, and before it on the same day: 'Am 20.11.2026 hat
 * dein Coach „Lebenslauf.docx“ zurückgeschickt: 12 Änderungen, 3 Kommentare.' Of several documents, each in its newest
 * version, their number and the day of the newest. Null if nothing came since then (reference 4.12). `today` is the
 * Berlin day, `yyyy-mm-dd`.
 */
export function describeAnswer(
  { own, fromCoach }: { own: readonly AnswerDocument[]; fromCoach: readonly AnswerDocument[] },
  today: string,
): CoachAnswer | null {
  const lastOwnUpload = sortNewestFirst(own)[0]?.uploadedAt ?? '';
  const uploads = sortNewestFirst(fromCoach);
  const [newest] = uploads;
  if (!newest || newest.uploadedAt <= lastOwnUpload) return null;
  const day = dayOf(newest);
  const answers = uploads
    .filter((document) => document.uploadedAt > lastOwnUpload || dayOf(document) === day)
    .filter(({ name }, index, all) => all.findIndex((other) => other.name === name) === index);
  const what = answers.length > 1 ? `${answers.length} Dokumente` : `„${newest.name}“`;
  const { changes, comments } = sumMarkup(answers);
  const markup = formatMarkup({ insertions: changes, deletions: 0, comments }, ', ');
  const marked = answers.find((answer) => answer.markup && formatMarkup(answer.markup, ', ') !== '');
  return {
    text: `Am ${germanDate(day)} hat dein Coach ${what} zurückgeschickt${markup && `: ${markup}`}.`,
    path: `/files#${documentAnchor(marked ?? newest)}`,
    isNew: addDays(day, newDays) >= today,
  };
}

const sortNewestFirst = (documents: readonly AnswerDocument[]): AnswerDocument[] =>
  documents.toSorted((a, b) => b.uploadedAt.localeCompare(a.uploadedAt));

const dayOf = ({ uploadedAt }: AnswerDocument): string => dateOf(new Date(uploadedAt));

/** A participant's next step: a title, a sentence or two, and a link. */
export interface NextStep {
  title: string;
  text: string;
  to: string;
  linkText: string;
}

/** What decides the next step. */
export interface CoachingFacts {
  hasEditableFile: boolean;
  /** The number of Einzelcoachings that the participant has booked. */
  bookedCount: number;
  /** In the order of the call `listMyAppointments`: upcoming ones first, by their start. */
  appointments: readonly OwnAppointment[];
  /** The slots that are held for the participant. */
  offers: readonly OpenOffer[];
  /** What the coach has sent back, or null (`describeAnswer`). */
  answer: CoachAnswer | null;
  /** The current Berlin day, `yyyy-mm-dd`. */
  today: string;
}

/**
 * Returns the next step (reference 4.12): answering an offer of the waiting list, uploading a document, a first booking,
 * the next appointment, a rating, a second booking, and finally the documents edited by the coach.
 */
export function findNextStep({
  hasEditableFile,
  bookedCount,
  appointments,
  offers,
  answer,
  today,
}: CoachingFacts): NextStep {
  const [openOffer] = offers;
  if (openOffer) return stepForOffer(openOffer, today);
  if (!hasEditableFile)
    return {
      title: 'Lade deinen Lebenslauf hoch',
      text: 'Als Word-Dokument (docx), damit dein Coach darin arbeiten kann. Danach kannst du Termine buchen.',
      to: '/files',
      linkText: 'Jetzt hochladen',
    };
  const nextAppointment = appointments.find(({ status, meta }) => status === statuses.booked && !meta.past);
  if (nextAppointment)
    return {
      title: germanInterval(nextAppointment),
      text: `Mit ${nextAppointment.coach}. Am Tag selbst findest du unter „Meine Termine“ den Link ins Gespräch.`,
      to: '/appointments',
      linkText: 'Zum Termin',
    };
  const [unratedAppointment] = selectUnrated(appointments);
  if (unratedAppointment)
    return {
      title: 'Wie war dein Coaching?',
      text: ratingStatus(appointments).text,
      to: `/appointments?bewerten=${unratedAppointment.id}`,
      linkText: 'Jetzt bewerten',
    };
  if (bookedCount < recommendedCount)
    return {
      title: bookedCount === 0 ? 'Buche deinen ersten Termin' : 'Buche deinen zweiten Termin',
      text: 'Am besten sind zwei Termine mit ein paar Tagen Abstand. So bleibt Zeit, das Besprochene umzusetzen.',
      to: '/booking',
      linkText: 'Jetzt Termin wählen',
    };
  return {
    title: 'Hol deine Dokumente ab',
    text: answer?.text ?? 'Was dein Coach überarbeitet hat, findest du unter „Meine Unterlagen“.',
    to: answer?.path ?? answersPath,
    linkText: 'Jetzt ansehen',
  };
}

/** The step of a participant for whom a slot is held. */
function stepForOffer({ entry, offer, bookingToReschedule }: OpenOffer, today: string): NextStep {
  const replacedBooking = bookingToReschedule
    ? ` Dafür verlegst du: ${germanInterval(bookingToReschedule)}, ${bookingToReschedule.coach}.`
    : '';
  return {
    title: formatHeldUntil(offer.until, today),
    text: `${germanInterval(offer)}, ${offer.coach}.${replacedBooking}`,
    to: `/booking?angebot=${entry.waitingId}`,
    linkText: 'Zum reservierten Termin',
  };
}

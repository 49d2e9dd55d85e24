import { germanInterval } from '../../shared/berlin.ts';
import { count } from '../../shared/german.ts';
import { ratable } from '../../features/ratings/rules.ts';
import type { OwnAppointment } from '../../features/booking/contract.ts';
import { statuses } from '../../shared/coaching.ts';

/** The status of one of the four steps: a sentence, and whether the step is done. */
export interface StepStatus {
  done: boolean;
  text: string;
}

/** Step 1: there is a document that the coach can edit. */
export function documentsStatus(editableFile: boolean): StepStatus {
  return editableFile
    ? { done: true, text: 'Eine bearbeitbare Datei ist da.' }
    : { done: false, text: 'Es fehlt noch eine bearbeitbare Datei (docx).' };
}

/** Step 2: two appointments are recommended, at most `max` can be booked. */
export function bookingStatus({ used, max }: { used: number; max: number }): StepStatus {
  return { done: used >= 2, text: `Du hast ${used} von ${max} Einzelcoachings gebucht.` };
}

/** Step 3: the next appointment, else the number of past coachings. `all` in the order of myAppointment. */
export function attendingStatus(all: readonly OwnAppointment[]): StepStatus {
  const booked = all.filter(({ status }) => status === statuses.booked);
  const next = booked.find(({ meta }) => !meta.past);
  if (next) return { done: false, text: `Dein nächster Termin: ${germanInterval(next)}, ${next.coach}.` };
  const held = booked.length;
  return held > 0
    ? { done: true, text: `Du hast an ${count(held, 'Coaching', 'Coachings')} teilgenommen.` }
    : { done: false, text: 'Es steht noch kein Termin an.' };
}

function ratableOf(all: readonly OwnAppointment[]): OwnAppointment[] {
  return all.filter(({ status, date, meta }) => ratable({ status, date, past: meta.past }));
}

/** The number of coachings that can still be rated. */
export function unratedCount(all: readonly OwnAppointment[]): number {
  return ratableOf(all).filter(({ meta }) => meta.rating === null).length;
}

/** Step 4: the number of coachings that can still be rated. */
export function ratingStatus(all: readonly OwnAppointment[]): StepStatus {
  const open = unratedCount(all);
  if (open > 0) return { done: false, text: `Du kannst ${count(open, 'Coaching', 'Coachings')} bewerten.` };
  return ratableOf(all).length > 0
    ? { done: true, text: 'Du hast alles bewertet. Danke!' }
    : { done: false, text: 'Nach deinem ersten Coaching geht es hier weiter.' };
}

/** The next step of a participant: a title, a sentence or two, and a link. */
export interface NextStep {
  title: string;
  text: string;
  to: string;
  link: string;
}

/**
 * The next step (reference 4.12): uploading a document, a first booking, the coming appointment, a rating, a second
 * booking, and in the end the documents edited by the coach. `all` in the order of myAppointment.
 */
export function nextStep(editableFile: boolean, { used }: { used: number }, all: readonly OwnAppointment[]): NextStep {
  if (!editableFile)
    return {
      title: 'Lade deinen Lebenslauf hoch',
      text: 'Als Word-Dokument (docx), damit dein Coach darin arbeiten kann. Danach kannst du Termine buchen.',
      to: '/files',
      link: 'Jetzt hochladen',
    };
  const next = all.find(({ status, meta }) => status === statuses.booked && !meta.past);
  if (next)
    return {
      title: `${germanInterval(next)} mit ${next.coach}`,
      text: 'Am Tag des Termins findest du unter „Meine Termine“ den Link ins Gespräch. Bis dahin kannst du deine Unterlagen ergänzen.',
      to: '/appointments',
      link: 'Zum Termin',
    };
  if (unratedCount(all) > 0)
    return {
      title: 'Wie war dein Coaching?',
      text: ratingStatus(all).text,
      to: '/appointments',
      link: 'Jetzt bewerten',
    };
  if (used < 2)
    return {
      title: used === 0 ? 'Buche deinen ersten Termin' : 'Buche deinen zweiten Termin',
      text: 'Am besten sind zwei Termine mit ein paar Tagen Abstand. So bleibt Zeit, das Besprochene umzusetzen.',
      to: '/booking',
      link: 'Jetzt Termin wählen',
    };
  return {
    title: 'Hol deine Dokumente ab',
    text: 'Was dein Coach überarbeitet hat, findest du unter „Meine Unterlagen“.',
    to: '/files',
    link: 'Jetzt ansehen',
  };
}

import { germanInterval } from '../../shared/berlin.ts';
import { count } from '../../shared/german.ts';
import { ratable } from '../../features/ratings/rules.ts';
import type { OwnAppointment } from '../../features/booking/contract.ts';
import { statuses } from '../../shared/coaching.ts';

/** The status of one of the four steps: a sentence, and whether the step is done. */
export interface Standing {
  done: boolean;
  text: string;
}

/** Step 1: there is a document that the coach can edit. */
export function documentsStanding(editableFile: boolean): Standing {
  return editableFile
    ? { done: true, text: 'Eine bearbeitbare Datei ist da.' }
    : { done: false, text: 'Es fehlt noch eine bearbeitbare Datei (docx).' };
}

/** Step 2: two appointments are recommended, at most `max` can be booked. */
export function bookingStanding({ used, max }: { used: number; max: number }): Standing {
  return { done: used >= 2, text: `Du hast ${used} von ${max} Einzelcoachings gebucht.` };
}

/** Step 3: the next appointment, else the number of past coachings. `all` in the order of myAppointment. */
export function attendingStanding(all: readonly OwnAppointment[]): Standing {
  const booked = all.filter(({ status }) => status === statuses.booked);
  const next = booked.find(({ meta }) => !meta.past);
  if (next) return { done: false, text: `Dein nächster Termin: ${germanInterval(next)}, ${next.coach}.` };
  const held = booked.length;
  return held > 0
    ? { done: true, text: `Du hast an ${count(held, 'Coaching', 'Coachings')} teilgenommen.` }
    : { done: false, text: 'Es steht noch kein Termin an.' };
}

function over(all: readonly OwnAppointment[]): OwnAppointment[] {
  return all.filter(({ status, date, meta }) => ratable({ status, date, past: meta.past }));
}

/** How many coachings can be rated and are not yet. */
export function toRate(all: readonly OwnAppointment[]): number {
  return over(all).filter(({ meta }) => meta.rating === null).length;
}

/** Step 4: how many coachings can be rated. */
export function ratingStanding(all: readonly OwnAppointment[]): Standing {
  const open = toRate(all);
  if (open > 0) return { done: false, text: `Du kannst ${count(open, 'Coaching', 'Coachings')} bewerten.` };
  return over(all).length > 0
    ? { done: true, text: 'Du hast alles bewertet. Danke!' }
    : { done: false, text: 'Nach deinem ersten Coaching geht es hier weiter.' };
}

/** What a participant does next: a sentence or two, and the way there. */
export interface NextStep {
  title: string;
  text: string;
  to: string;
  link: string;
}

/**
 * The one next step (reference 4.12): a document, a first booking, the appointment ahead, a rating, a second booking,
 * and after all of them what the coach has edited. `all` in the order of myAppointment.
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
  if (toRate(all) > 0)
    return {
      title: 'Wie war dein Coaching?',
      text: ratingStanding(all).text,
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

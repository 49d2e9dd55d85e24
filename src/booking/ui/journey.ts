import { germanStretch } from '../../shared/berlin.ts';
import { count } from '../../shared/german.ts';
import { ratable } from '../../ratings/rules.ts';
import type { OwnAppointment } from '../contract.ts';

/** How far one of the four steps is: a sentence, and whether nothing is left to do in it. */
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

/** Step 2: two appointments are recommended, `max` can be booked. */
export function bookingStanding({ used, max }: { used: number; max: number }): Standing {
  return { done: used >= 2, text: `Du hast ${used} von ${max} Einzelcoachings gebucht.` };
}

/** Step 3: the next appointment, else how many coachings lie behind. `all` in the order of myAppointment. */
export function attendingStanding(all: readonly OwnAppointment[]): Standing {
  const booked = all.filter(({ status }) => status === 'G');
  const next = booked.find(({ meta }) => !meta.past);
  if (next) return { done: false, text: `Dein nächster Termin: ${germanStretch(next)}, ${next.coach}.` };
  const held = booked.length;
  return held > 0
    ? { done: true, text: `Du hast an ${count(held, 'Coaching', 'Coachings')} teilgenommen.` }
    : { done: false, text: 'Es steht noch kein Termin an.' };
}

/** Step 4: what waits for a rating. */
export function ratingStanding(all: readonly OwnAppointment[]): Standing {
  const over = all.filter(({ status, date, meta }) => ratable({ status, date, past: meta.past }));
  const open = over.filter(({ meta }) => meta.rating === null).length;
  if (open > 0) return { done: false, text: `Du kannst ${count(open, 'Coaching', 'Coachings')} bewerten.` };
  return over.length > 0
    ? { done: true, text: 'Du hast alles bewertet. Danke!' }
    : { done: false, text: 'Nach deinem ersten Coaching geht es hier weiter.' };
}

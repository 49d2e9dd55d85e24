/** The most notes of a participant (reference 5.10). */
export const mostNotes = 100;

/** What is wrong with a note's text (reference 5.10), or null. */
export function noteProblem(text: string): string | null {
  return text === '' ? 'Bitte schreib etwas.' : null;
}

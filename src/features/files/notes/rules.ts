/** The maximum number of notes for a participant (reference 5.10). */
export const maxNotes = 100;

/** The problem with a note's text (reference 5.10), null if there is none. */
export function noteProblem(text: string): string | null {
  return text === '' ? 'Bitte schreib etwas.' : null;
}

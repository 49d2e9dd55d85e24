/** The maximum number of notes for a participant (reference 5.10). */
export const maxNotes = 100;

/** Returns the problem with a note's trimmed text (reference 5.10), or null if there is none. */
export function findNoteProblem(text: string): string | null {
  return text === '' ? 'Bitte schreib etwas.' : null;
}

import { problems, type FieldError } from '../shared/call.ts';

/** Letters from which a search makes sense (spec coach §9). */
export const minSearchLength = 2;

/** What is wrong with a search text, trimmed: it is too short. */
export function searchMistakes({ searchString }: { searchString: string }): FieldError[] {
  return problems({
    searchString: searchString.length < minSearchLength ? 'Bitte mindestens 2 Zeichen eingeben.' : null,
  });
}

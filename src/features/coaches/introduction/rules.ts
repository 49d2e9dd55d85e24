import { problems, type FieldError } from '../../../shared/call.ts';
import { longest } from '../../../shared/lengths.ts';

/** The most bytes of a picture that a coach sends (reference 17.2). */
export const maxPictureBytes = 2_000_000;

/** The endings of the pictures that a browser offers; the server looks at the content (reference 17.2). */
export const pictureTypes = 'image/jpeg,image/png,image/webp';

/** What a coach proposes: a text, '' for none, and whether a picture goes with it. */
export interface IntroductionForm {
  text: string;
  hasPicture: boolean;
}

/** All errors of a proposal (reference 17.1). */
export function introductionErrors({ text, hasPicture }: IntroductionForm): FieldError[] {
  if (text.length > longest.introduction)
    return problems({ text: `Bitte kürze deine Vorstellung auf höchstens ${longest.introduction} Zeichen.` });
  return problems({ text: text || hasPicture ? null : 'Bitte schreib etwas über dich oder wähle ein Bild aus.' });
}

/** What is wrong with a chosen file before it is sent (reference 17.2), or null; size in bytes. */
export function pictureProblem({ type, size }: { type: string; size: number }): string | null {
  if (!pictureTypes.split(',').includes(type)) return 'Bitte wähle ein Bild als JPEG, PNG oder WebP.';
  return size > maxPictureBytes ? tooLarge : null;
}

/** The sentence about a picture with too many bytes (reference 17.2). */
export const tooLarge = 'Das Bild ist größer als 2 MB. Bitte verkleinere es.';

/** The states of a version (reference 17.1): waits for an admin, was refused, is shown. */
export const introductionStates = ['proposed', 'refused', 'shown'] as const;
export type IntroductionState = (typeof introductionStates)[number];

/**
 * Whether an admin can still decide on a version in this state (reference 17.3): `again` if they have decided so
 * before: a repeated call succeeds without effect; null if they have decided otherwise.
 */
export function decides(state: IntroductionState, decision: 'refused' | 'shown'): 'now' | 'again' | null {
  if (state === 'proposed') return 'now';
  return state === decision ? 'again' : null;
}

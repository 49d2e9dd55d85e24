import { toFieldErrors, type FieldError } from '../../../shared/call.ts';
import { maxLengths } from '../../../shared/lengths.ts';

/** The maximum size in bytes of a picture that a coach sends (reference 17.2). */
export const maxPictureBytes = 2_000_000;

/** The media types that the browser's file dialog offers; the server checks the content (reference 17.2). */
export const pictureTypes = 'image/jpeg,image/png,image/webp';

/** A coach's proposal: a text, '' for none, and whether it has a picture. */
export interface IntroductionForm {
  text: string;
  hasPicture: boolean;
}

/** Returns all errors of a proposal (reference 17.1). */
export function introductionErrors({ text, hasPicture }: IntroductionForm): FieldError[] {
  if (text.length > maxLengths.introduction)
    return toFieldErrors({ text: `Bitte kürze deine Vorstellung auf höchstens ${maxLengths.introduction} Zeichen.` });
  return toFieldErrors({ text: text || hasPicture ? null : 'Bitte schreib etwas über dich oder wähle ein Bild aus.' });
}

/** Returns the error of a file that is chosen but not sent yet, or null; `size` is in bytes (reference 17.2). */
export function pictureProblem({ type, size }: { type: string; size: number }): string | null {
  if (!pictureTypes.split(',').includes(type)) return 'Bitte wähle ein Bild als JPEG, PNG oder WebP.';
  return size > maxPictureBytes ? tooLargeMessage : null;
}

/** The error of a picture that is too large (reference 17.2). */
export const tooLargeMessage = 'Das Bild ist größer als 2 MB. Bitte verkleinere es.';

/** The states of a version (reference 17.1): it waits for an admin, was refused, or is shown. */
export const introductionStates = ['proposed', 'refused', 'shown'] as const;
export type IntroductionState = (typeof introductionStates)[number];

/**
 * Returns the effect of an admin's decision on a version in this state (reference 17.3): `now` if the decision takes
 * effect, `again` if the same decision was made before, so that the call succeeds without effect, and null if the
 * opposite decision was made before.
 */
export function effectOfDecision(state: IntroductionState, decision: 'refused' | 'shown'): 'now' | 'repeated' | null {
  if (state === 'proposed') return 'now';
  return state === decision ? 'repeated' : null;
}

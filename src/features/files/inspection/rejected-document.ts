/** Why a document is not taken; what the person reads stands in `verdict.ts`. */
export type RejectionReason =
  'empty' | 'wrongContent' | 'macros' | 'scripts' | 'linked' | 'embedded' | 'protected' | 'tooLarge' | 'slow';

/** Thrown while looking into a document. Carries no name: error texts may reach a log. */
export class RejectedDocument extends Error {
  override readonly name = 'RejectedDocument';
  constructor(readonly reason: RejectionReason) {
    super(reason);
  }
}

/** Why a document is refused; `verdict.words.ts` has the sentences. */
export type RejectionReason =
  | 'empty'
  | 'wrongContent'
  | 'macros'
  | 'scripts'
  | 'linked'
  | 'chunk'
  | 'embedded'
  | 'protected'
  | 'tooLarge'
  | 'slow'
  | 'unreadable';

/** Thrown when an inspection refuses a document. It lacks the file's name, since messages of errors may be logged. */
export class RejectedDocument extends Error {
  override readonly name = 'RejectedDocument';
  constructor(readonly reason: RejectionReason) {
    super(reason);
  }
}

/** Why a document is refused; `verdict.words.ts` has the sentences. */
export type RefusalReason =
  | 'empty'
  | 'wrongContent'
  | 'macros'
  | 'scripts'
  // The document loads a template from another computer.
  | 'linked'
  // When the document is opened, it inserts the text of another document (altChunk).
  | 'embeddedDocument'
  // The document contains a program.
  | 'embedded'
  | 'protected'
  | 'tooLarge'
  | 'timedOut'
  | 'unreadable';

/** Thrown when an inspection refuses a document. It does not contain the file's name, since it may be logged. */
export class RefusedDocument extends Error {
  override readonly name = 'RefusedDocument';
  constructor(readonly reason: RefusalReason) {
    super(reason);
  }
}

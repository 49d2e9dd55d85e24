import type { FirstAnswers } from '../web/calls/firstAnswers.ts';

const json = document.querySelector('meta[name="first-answers"]')?.getAttribute('content');
let answers = json ? (JSON.parse(json) as FirstAnswers) : null;

/**
 * The e-mail address of the participant for whom the server has rendered this document; null if the document is the same
 * for everybody.
 */
export const renderedFor = answers?.email ?? null;

/** Returns the answers that came with this document; null if there are none, and after the first time. */
export function takeDocumentAnswers(): FirstAnswers | null {
  const takenAnswers = answers;
  answers = null;
  return takenAnswers;
}

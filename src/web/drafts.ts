// What people have typed but not sent yet, kept in this browser for the person who typed it: it survives a closed
// dialog, a reload and an expired session. It is personal, so signing out takes it away. What a visitor types, whom nobody
// knows yet, survives a reload and ends with the tab: the next one at this browser may be somebody else.

import { keyOf } from './draftKeys.ts';

/** No session lives longer (contract §2): who has not come back by then will not go on. */
const keptForMs = 7 * 86_400_000;

/** In the place of the owner: a visitor. */
export const visitor = '';

const storeOf = (owner: string) => (owner === visitor ? sessionStorage : localStorage);

/** Keeps a draft of a person, known by e-mail, or of a visitor; `value` is anything JSON can hold. */
export function keepDraft(owner: string, name: string, value: unknown) {
  try {
    storeOf(owner).setItem(keyOf(owner, name), JSON.stringify({ keptAt: Date.now(), value }));
  } catch {
    // A full storage must not stop the typing.
  }
}

/** The draft of a person as it was kept, null for none or one older than seven days. Check its form before using it. */
export function readDraft(owner: string, name: string): unknown {
  try {
    const kept = JSON.parse(storeOf(owner).getItem(keyOf(owner, name)) ?? 'null') as { keptAt: number; value: unknown };
    if (kept && Date.now() - kept.keptAt < keptForMs) return kept.value;
  } catch {
    // What cannot be read is no draft.
  }
  return null;
}

/** Takes one draft away: it has been sent. */
export function dropDraft(owner: string, name: string) {
  storeOf(owner).removeItem(keyOf(owner, name));
}

// What people have typed but not sent yet, kept in this browser for the person who typed it: it survives a closed
// dialog, a reload and an expired session. It is personal, so signing out deletes it. What a visitor types before
// signing in survives a reload and ends with the tab: the next visitor in this browser may be another person.

import { draftKey } from './draftKeys.ts';

/** The longest lifetime of a session (reference 3.6): no draft is needed for longer. */
const maxAgeMs = 7 * 86_400_000;

/** The owner of a visitor's drafts. */
export const visitor = '';

const storeOf = (owner: string) => (owner === visitor ? sessionStorage : localStorage);

/** Stores a draft; the owner is a person's e-mail address or `visitor`, `value` anything that JSON can hold. */
export function storeDraft(owner: string, name: string, value: unknown) {
  try {
    storeOf(owner).setItem(draftKey(owner, name), JSON.stringify({ keptAt: Date.now(), value }));
  } catch {
    // A full storage must not stop the user from typing.
  }
}

/** The stored draft; null if there is none or it is older than seven days. Validate it before use. */
export function readDraft(owner: string, name: string): unknown {
  try {
    const draft = JSON.parse(storeOf(owner).getItem(draftKey(owner, name)) ?? 'null') as {
      keptAt: number;
      value: unknown;
    };
    if (draft && Date.now() - draft.keptAt < maxAgeMs) return draft.value;
  } catch {
    // Text that cannot be parsed counts as no draft.
  }
  return null;
}

/** Deletes a draft, once it has been sent. */
export function deleteDraft(owner: string, name: string) {
  storeOf(owner).removeItem(draftKey(owner, name));
}

// Drafts are texts that a user has typed but not sent yet. This browser keeps them for the user, even after a closed
// dialog, a reload or an expired session. They are personal, so signing out deletes them. The drafts of a visitor who
// is not signed in survive a reload but end with the tab, since the next visitor in this browser may be another person.

import { draftKey } from './draftKeys.ts';

/** The maximum age of a draft, equal to the lifetime of a session (reference 3.6). */
const maxAgeMs = 7 * 86_400_000;

/** The owner of a visitor's drafts. */
export const visitorOwner = '';

const storageOf = (owner: string) => (owner === visitorOwner ? sessionStorage : localStorage);

/** Stores a draft. `owner` is a user's e-mail address or `visitorOwner`, and `value` must be JSON-serialisable. */
export function storeDraft(owner: string, name: string, value: unknown) {
  try {
    storageOf(owner).setItem(draftKey(owner, name), JSON.stringify({ keptAt: Date.now(), value }));
  } catch {
    // A full storage must not stop the user from typing.
  }
}

/** Returns the stored draft, or null if there is none or it is older than seven days. Validate it before use. */
export function readDraft(owner: string, name: string): unknown {
  try {
    const draft = JSON.parse(storageOf(owner).getItem(draftKey(owner, name)) ?? 'null') as {
      keptAt: number;
      value: unknown;
    };
    if (draft && Date.now() - draft.keptAt < maxAgeMs) return draft.value;
  } catch {
    // A draft that cannot be parsed is ignored.
  }
  return null;
}

/** Deletes a draft, once it has been sent. */
export function deleteDraft(owner: string, name: string) {
  storageOf(owner).removeItem(draftKey(owner, name));
}

// Separate from drafts.ts, because signing out is part of the first load, but storing drafts is not.

const prefix = 'draft';

/** The key of a draft in the browser's storage; the owner is an e-mail address, '' for a visitor. */
export const draftKey = (owner: string, name: string) => [prefix, owner.toLowerCase(), name].join(' ');

/** Deletes all drafts of a person, or of all people if null, and those of this tab's visitor. */
export function deleteDrafts(owner: string | null) {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(`${prefix} `)) sessionStorage.removeItem(key);
  const keyStart = owner === null ? `${prefix} ` : draftKey(owner, '');
  for (const key of Object.keys(localStorage)) if (key.startsWith(keyStart)) localStorage.removeItem(key);
}

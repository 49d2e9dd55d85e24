// This file is separate from drafts.ts, because the code of signing out is part of every page's first load, and the
// code that stores drafts is not.

const prefix = 'draft';

/** Returns the key of a draft in the browser's storage. `owner` is an e-mail address, or '' for a visitor. */
export const draftKey = (owner: string, name: string) => [prefix, owner.toLowerCase(), name].join(' ');

/** Deletes all drafts of an owner (null stands for all owners), and the drafts of this tab's visitor. */
export function deleteDrafts(owner: string | null) {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(`${prefix} `)) sessionStorage.removeItem(key);
  const keyStart = owner === null ? `${prefix} ` : draftKey(owner, '');
  for (const key of Object.keys(localStorage)) if (key.startsWith(keyStart)) localStorage.removeItem(key);
}

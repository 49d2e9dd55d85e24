// Separate from drafts.ts: signing out is part of the first load, keeping drafts is not.

const prefix = 'draft';

/** The key of a draft in the browser's storage; the owner is an e-mail address, '' for a visitor. */
export const keyOf = (owner: string, name: string) => [prefix, owner.toLowerCase(), name].join(' ');

/** Deletes all drafts of a person, or of everybody for null, and those of this tab's visitor. */
export function dropDrafts(owner: string | null) {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(`${prefix} `)) sessionStorage.removeItem(key);
  const start = owner === null ? `${prefix} ` : keyOf(owner, '');
  for (const key of Object.keys(localStorage)) if (key.startsWith(start)) localStorage.removeItem(key);
}

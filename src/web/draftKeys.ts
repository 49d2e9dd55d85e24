// Apart from the drafts themselves: signing out is there with the first paint, what is typed comes later.

const prefix = 'draft';

/** Under what name a draft is kept: the owner is an e-mail, '' a visitor. */
export const keyOf = (owner: string, name: string) => [prefix, owner.toLowerCase(), name].join(' ');

/** Takes all drafts of a person away, or everybody's for null, and what was typed in this tab before. */
export function dropDrafts(owner: string | null) {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(`${prefix} `)) sessionStorage.removeItem(key);
  const start = owner === null ? `${prefix} ` : keyOf(owner, '');
  for (const key of Object.keys(localStorage)) if (key.startsWith(start)) localStorage.removeItem(key);
}

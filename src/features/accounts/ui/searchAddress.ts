/** The parts of a person's details that a link can lead to, as the fragment of its URL. */
export const personParts = { appointments: '#termine', documents: '#unterlagen' } as const;

/**
 * Returns the path and query of the page that searches for a person, by e-mail or, if the e-mail is unknown, by name.
 * If there is only one match, the page opens it.
 */
export function personSearchPath(
  { fullName, email }: { fullName: string; email: string | null },
  isAdmin: boolean,
): string {
  const search = new URLSearchParams({ suche: email || fullName });
  return `/search-participant-${isAdmin ? 'admin' : 'coach'}?${search.toString()}`;
}

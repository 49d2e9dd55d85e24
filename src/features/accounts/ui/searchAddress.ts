/** Returns the address of the page that searches for a person, by e-mail if known, and opens a single hit by itself. */
export function personSearchPath(
  { fullName, email }: { fullName: string; email: string | null },
  admin: boolean,
): string {
  const search = new URLSearchParams({ suche: email || fullName });
  return `/search-participant-${admin ? 'admin' : 'coach'}?${search.toString()}`;
}

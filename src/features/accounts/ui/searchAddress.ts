/** The address of a search for a person, by e-mail if it is known; a single hit opens by itself. */
export function searchAddress({ fullName, email }: { fullName: string; email: string | null }, admin: boolean): string {
  const search = new URLSearchParams({ suche: email || fullName });
  return `/search-participant-${admin ? 'admin' : 'coach'}?${search.toString()}`;
}

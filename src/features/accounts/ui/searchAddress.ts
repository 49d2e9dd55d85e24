/** The search that finds a person, by the e-mail address where it is known; the only one found opens by itself. */
export function searchAddress({ fullName, email }: { fullName: string; email: string | null }, admin: boolean): string {
  const search = new URLSearchParams({ suche: email || fullName });
  return `/search-participant-${admin ? 'admin' : 'coach'}?${search.toString()}`;
}

/** Role ids as they stand on the wire and in the database (contract §1, fixed ids). */
export const roles = {
  participant: { value: 1, label: 'Teilnehmer:in' },
  coach: { value: 2, label: 'Coach' },
  admin: { value: 3, label: 'Admin' },
} as const;

export type Role = keyof typeof roles;

/** Who a caller can be for the table of rights: a coach with the full participant search counts separately. */
export type Caller = 'participant' | 'coach' | 'speedCoach' | 'admin';

/** The role behind a wire id, or null for an id that no role has (a person without a role). */
export function roleOfId(id: number | null): Role | null {
  for (const role of Object.keys(roles) as Role[]) if (roles[role].value === id) return role;
  return null;
}

/** Where a person lands after login or a password change (spec participant §4). */
export function homeOf(roleId: number | null): string {
  const role = roleOfId(roleId);
  if (role === 'coach') return '/intern-coach';
  if (role === 'admin') return '/intern-admin';
  return '/intern-participant';
}

/** The roles, with their ids on the wire and in the database (reference 2.7). */
export const roles = {
  participant: { value: 1, label: 'Teilnehmer:in' },
  coach: { value: 2, label: 'Coach' },
  admin: { value: 3, label: 'Admin' },
} as const;

export type Role = keyof typeof roles;

/** The kinds of callers that have rights: coaches with the full participant search are a kind of their own. */
export type Caller = 'participant' | 'coach' | 'speedCoach' | 'admin';

/** The role with an id on the wire, or null if no role has that id (a person without a role). */
export function roleOfId(id: number | null): Role | null {
  for (const role of Object.keys(roles) as Role[]) if (roles[role].value === id) return role;
  return null;
}

/** Whether a role id is that of coaches or admins. */
export function isStaff(roleId: number | null | undefined): boolean {
  return roleId === roles.coach.value || roleId === roles.admin.value;
}

/** The start page of a person after login or a password change (reference 1.2). */
export function homeOf(roleId: number | null): string {
  const role = roleOfId(roleId);
  if (role === 'coach') return '/intern-coach';
  if (role === 'admin') return '/intern-admin';
  return '/intern-participant';
}

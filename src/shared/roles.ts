/** The roles, with their ids in calls and in the database (reference 2.7). */
export const roles = {
  participant: { value: 1, label: 'Teilnehmer:in' },
  coach: { value: 2, label: 'Coach' },
  admin: { value: 3, label: 'Admin' },
} as const;

export type Role = keyof typeof roles;

/** The kinds of callers with different rights. A `speedCoach` is a coach who may search all participants. */
export type Caller = 'participant' | 'coach' | 'speedCoach' | 'admin';

/** Returns the role with this id, or null if the person has no role. */
export function roleOfId(id: number | null): Role | null {
  for (const role of Object.keys(roles) as Role[]) if (roles[role].value === id) return role;
  return null;
}

/** Whether a role id stands for a coach or an admin. */
export function isStaff(roleId: number | null | undefined): boolean {
  return roleId === roles.coach.value || roleId === roles.admin.value;
}

/** Returns the page that opens after a person has signed in or changed the password (reference 1.2). */
export function homeOf(roleId: number | null): string {
  const role = roleOfId(roleId);
  return `/intern-${role === 'coach' || role === 'admin' ? role : 'participant'}`;
}

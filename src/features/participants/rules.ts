import { periodProblems, phoneProblem } from '../accounts/rules.ts';
import { emailProblem } from '../people/rules.ts';
import { toFieldErrors, type FieldError } from '../../shared/call.ts';
import { detailKeys, profileTextErrors, nameKeys, type ProfileChange } from '../../shared/profile.ts';
import { searchTooShortError } from '../../shared/search.ts';

/** Returns the error of a trimmed search text that is too short (reference 8.1). */
export function searchErrors({ searchString }: { searchString: string }): FieldError[] {
  return toFieldErrors({ searchString: searchTooShortError(searchString) });
}

/** The reasons why a person whom a picker finds cannot be chosen. */
export const unchoosableMessages = {
  coach: 'Ist schon Coach.',
  staff: 'Ist Admin.',
  inactive: 'Ist inaktiv.',
  unconfirmed: 'Hat die E-Mail-Adresse noch nicht bestätigt.',
} as const;

/**
 * A participant's data as an admin enters it: fields are trimmed, and empty ones are '' or null. Dates are
 * `yyyy-mm-dd`, the phone number is digits only.
 */
export interface UserDataForm extends ProfileChange {
  locationId: number | null;
}

/** The message for a missing or an unknown location. */
export const noLocationMessage = 'Bitte wähle einen Standort aus';

/** Returns all errors in a participant's data, in the order of the form (reference 8.5). */
export function userDataErrors(form: UserDataForm): FieldError[] {
  const period = periodProblems(form.startOfQualification, form.endOfQualification);
  return toFieldErrors({
    ...profileTextErrors(nameKeys, form, 'others'),
    // The provider's own e-mail addresses are refused only in registrations.
    email: emailProblem(form.email),
    phoneNumber: phoneProblem(form.phoneNumber, 'others'),
    locationId: form.locationId === null ? noLocationMessage : null,
    ...profileTextErrors(detailKeys, form, 'others'),
    startOfQualification: period.start,
    endOfQualification: period.end,
  });
}

/** An admin's actions on a participant, in the order of the menu (reference 8.8). */
export const adminActions = ['edit', 'setDefaultPassword', 'inactivate', 'anonymise', 'reactivate'] as const;
export type AdminAction = (typeof adminActions)[number];

/** The facts about an account that decide whether an action is possible. */
export interface AccountFacts {
  inactive: boolean;
  /** Whether the e-mail address is confirmed. */
  confirmed: boolean;
  /** Whether the person has become a coach or an admin. Then the account is not administered as a participant's. */
  isStaff: boolean;
}

const requiredStatus: Record<AdminAction, 'active' | 'inactive'> = {
  edit: 'active',
  setDefaultPassword: 'active',
  inactivate: 'active',
  anonymise: 'inactive',
  reactivate: 'inactive',
};

/** The reasons why an action is refused and its menu item is disabled. */
export const refusalMessages = {
  staff: 'Diese Person ist Coach oder Admin. Ihr Konto wird hier nicht verwaltet.',
  inactive: 'Das geht nur bei aktiven Teilnehmer:innen.',
  notInactive: 'Das geht nur bei inaktiven Teilnehmer:innen.',
  unconfirmed: 'Die E-Mail-Adresse ist noch nicht bestätigt. Vorher ist keine Anmeldung möglich.',
};

/** The reason why a coach or an admin cannot be erased yet (reference 8.9). */
export const staffStillActiveMessage = 'Das geht erst, wenn der Coachzugang oder das Adminkonto inaktiv ist.';

/** Returns the reason why an action on a participant is not possible, or null (reference 8.8). */
export function findRefusalReason(
  action: AdminAction,
  { inactive, confirmed, isStaff }: AccountFacts,
): keyof typeof refusalMessages | null {
  // A person who became a coach or an admin can still be erased once inactive.
  if (isStaff && !(action === 'anonymise' && inactive)) return 'staff';
  const mustBeInactive = requiredStatus[action] === 'inactive';
  if (inactive !== mustBeInactive) return inactive ? 'inactive' : 'notInactive';
  return action === 'setDefaultPassword' && !confirmed ? 'unconfirmed' : null;
}

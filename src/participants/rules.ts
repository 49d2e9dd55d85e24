import { emailProblem, periodProblems, phoneProblem } from '../accounts/rules.ts';
import { problems, type FieldError } from '../shared/call.ts';
import { tooShort } from '../shared/search.ts';

/** What is wrong with a search text, trimmed: it is too short. */
export function searchMistakes({ searchString }: { searchString: string }): FieldError[] {
  return problems({ searchString: tooShort(searchString) });
}

/** Why somebody whom a picker finds cannot be chosen. */
export const unchoosableSentences = {
  coach: 'Ist schon Coach.',
  staff: 'Ist Admin.',
  inactive: 'Ist inaktiv.',
  unconfirmed: 'Hat die E-Mail-Adresse noch nicht bestätigt.',
} as const;

/** What an admin says of a participant, fields trimmed and empty ones '' or null. Dates `yyyy-mm-dd`, phone digits only. */
export interface UserDataForm {
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string;
  qualification: string;
  startOfQualification: string;
  endOfQualification: string;
  locationId: number | null;
}

/** What an unknown location is told, too. */
export const noLocation = 'Bitte wähle einen Standort aus';

/** All mistakes in a participant's data, in the order of the form (spec coach §5: the rules of the registration). */
export function userDataMistakes(form: UserDataForm): FieldError[] {
  const period = periodProblems(form.startOfQualification, form.endOfQualification);
  return problems({
    firstName: form.firstName ? null : 'Bitte gib einen Vornamen ein',
    lastName: form.lastName ? null : 'Bitte gib einen Nachnamen ein',
    // Addresses of the provider are barred from registering only.
    email: emailProblem(form.email, ''),
    phoneNumber: form.phoneNumber ? phoneProblem(form.phoneNumber) : 'Bitte gib eine Telefonnummer ein',
    locationId: form.locationId === null ? noLocation : null,
    qualification: form.qualification ? null : 'Bitte gib eine Qualifizierung ein',
    startOfQualification: period.start,
    endOfQualification: period.end,
  });
}

/** What an admin does with a participant, in the order of the menu (spec coach §4). */
export const deeds = ['edit', 'setDefaultPassword', 'inactivate', 'anonymise', 'reactivate'] as const;
export type Deed = (typeof deeds)[number];

/** What decides on a deed. */
export interface Administered {
  inactive: boolean;
  /** The e-mail address is confirmed. */
  confirmed: boolean;
  /** Now a coach or an admin: their accounts are not those of participants. */
  isStaff: boolean;
}

const needed: Record<Deed, 'active' | 'inactive'> = {
  edit: 'active',
  setDefaultPassword: 'active',
  inactivate: 'active',
  anonymise: 'inactive',
  reactivate: 'inactive',
};

/** Why a deed is refused, and why its entry in the menu is off. */
export const whyNotSentences = {
  staff: 'Diese Person ist Coach oder Admin. Ihr Konto wird hier nicht verwaltet.',
  inactive: 'Das geht nur bei aktiven Teilnehmer:innen.',
  notInactive: 'Das geht nur bei inaktiven Teilnehmer:innen.',
  unconfirmed: 'Die E-Mail-Adresse ist noch nicht bestätigt. Vorher ist keine Anmeldung möglich.',
};

/** Why a deed cannot be done with a participant, or null (spec coach §4, contract §9). */
export function whyNot(
  deed: Deed,
  { inactive, confirmed, isStaff }: Administered,
): keyof typeof whyNotSentences | null {
  if (isStaff) return 'staff';
  if (inactive !== (needed[deed] === 'inactive')) return inactive ? 'inactive' : 'notInactive';
  return deed === 'setDefaultPassword' && !confirmed ? 'unconfirmed' : null;
}

import { federalStates, type FederalState } from '../../shared/states.ts';
import type { ComparedField } from '../../web/drafts/editConflict.ts';
import { genders } from '../../features/accounts/registration/contract.ts';
import type { Coach } from '../../features/coaches/contract.ts';

/** The form's values while it is being filled in. */
export interface Form extends Pick<
  Coach,
  'firstName' | 'lastName' | 'email' | 'teamsLink' | 'active' | 'speedCoach' | 'state'
> {
  gender: (typeof genders)[number] | null;
}

/** Returns the form's values for a coach's data. */
export function formOf({ gender: id, ...coach }: Coach): Form {
  const { firstName, lastName, email, teamsLink, active, speedCoach, state } = coach;
  const gender = genders.find((option) => option.id === id) ?? null;
  return { firstName, lastName, email, teamsLink, active, speedCoach, state, gender };
}

/** Returns the German name of a federal state; null stands for the provider's state. */
export const stateNameOf = (state: FederalState | null) => (state ? federalStates[state] : 'wie beim Anbieter');

/** The form's fields, in order, with the texts that show their values in a conflict. */
export const comparedFields: readonly ComparedField<Form>[] = [
  { name: 'firstName', label: 'Vorname', format: (form) => form.firstName.trim() },
  { name: 'lastName', label: 'Nachname', format: (form) => form.lastName.trim() },
  { name: 'email', label: 'E-Mail', format: (form) => form.email.trim() },
  { name: 'teamsLink', label: 'Teams-Link', format: (form) => form.teamsLink.trim() },
  { name: 'gender', label: 'Anrede', format: (form) => form.gender?.label ?? '' },
  { name: 'state', label: 'Land', format: (form) => stateNameOf(form.state) },
  { name: 'active', label: 'Status', format: (form) => (form.active ? 'aktiv' : 'inaktiv') },
  { name: 'speedCoach', label: 'Speedcoach', format: (form) => (form.speedCoach ? 'ja' : 'nein') },
];

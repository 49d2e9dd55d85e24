import { germanDate } from '../../shared/berlin.ts';
import {
  contactKeys,
  detailFields,
  detailKeys,
  nameKeys,
  profileLabels,
  profileOf,
  type DetailField,
  type Profile,
  type ProfileField,
} from '../../shared/profile.ts';
import type { ComparedField } from '../../web/drafts/editConflict.ts';
import { trimmedProfile } from '../../features/accounts/rules.ts';
import type { UserData } from '../../features/participants/contract.ts';
import type { UserDataForm } from '../../features/participants/rules.ts';

/** The values that are being entered in the form; the location is an option of the picker. */
export interface Form extends Profile {
  locationId: { label: string; value: number } | null;
}

/** Returns the form as the input of the call. The texts are trimmed, as the server trims them before validating. */
export function toInput(form: Form): UserDataForm {
  return {
    ...form,
    ...trimmedProfile(form),
    locationId: form.locationId?.value ?? null,
  };
}

/** Returns the form filled with a participant's data. */
export function toForm({ location, locationId, ...data }: UserData): Form {
  return {
    ...profileOf(data),
    locationId: locationId === null ? null : { label: location, value: locationId },
  };
}

/** Returns a field of the profile with a function that formats its value for the choice in a conflict. */
function toComparedField(name: ProfileField): ComparedField<Form> {
  const isDate = name in detailFields && detailFields[name as DetailField].kind === 'date';
  return { name, label: profileLabels[name], format: (form) => (isDate ? germanDate(form[name]) : form[name].trim()) };
}

/** The form's fields, in order, each with a function that formats its value for the choice in a conflict. */
export const comparedFields: readonly ComparedField<Form>[] = [
  ...[...nameKeys, ...contactKeys].map(toComparedField),
  { name: 'locationId', label: 'Standort', format: (form) => form.locationId?.label ?? '' },
  ...detailKeys.map(toComparedField),
];

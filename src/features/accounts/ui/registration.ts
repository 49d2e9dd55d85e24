import type { InputOf } from '../../../shared/call.ts';
import {
  contactFields,
  detailFields,
  emptyProfile,
  labelsOf,
  nameFields,
  type Profile,
} from '../../../shared/profile.ts';
import { storeDraft, readDraft, visitorOwner } from '../../../web/drafts/drafts.ts';
import type { genders, submitRegistration } from '../registration/contract.ts';
import { trimmedProfile } from '../rules.ts';

/** The form's values while it is being filled in; dates `yyyy-mm-dd`, '' and null are empty. */
export interface Registration extends Profile {
  gender: (typeof genders)[number] | null;
  repeatEmail: string;
  location: { label: string; value: number } | null;
}

export const emptyRegistration: Registration = {
  ...emptyProfile,
  gender: null,
  repeatEmail: '',
  location: null,
};

/** The labels of the fields, in the order of the form. */
export const labels: Record<keyof Registration, string> = {
  gender: 'Anrede',
  ...labelsOf(nameFields),
  email: contactFields.email.label,
  repeatEmail: 'E-Mail wiederholen',
  phoneNumber: contactFields.phoneNumber.label,
  location: 'Standort',
  ...labelsOf(detailFields),
};

/** The help shown below a field while it has no error. */
export const helpTexts: Partial<Record<keyof Registration, string>> = {
  email: 'An diese Adresse schicken wir dir den Link, mit dem du dich zum ersten Mal anmeldest.',
  phoneNumber: 'Zum Beispiel 0221 1234567',
  qualification: 'Zum Beispiel: Umschulung Kaufleute für Büromanagement',
  location: 'Der Standort, zu dem deine Qualifizierung gehört',
};

/** Returns the form as it is validated and sent, trimmed as on the server. */
export function toRegistrationInput(form: Registration) {
  return {
    ...form,
    ...trimmedProfile(form),
    repeatEmail: form.repeatEmail.trim(),
    location: form.location && { label: form.location.label, value: form.location.value },
  } satisfies InputOf<typeof submitRegistration>;
}

const draftKey = 'registration';

/** Stores the form as a draft of this tab, so that it survives a reload. After sending, the empty form is stored. */
export function storeRegistrationDraft(form: Registration): void {
  storeDraft(visitorOwner, draftKey, form);
}

/** Returns the stored draft of the form, or an empty form. A field that is missing from the draft is empty. */
export function readRegistrationDraft(): Registration {
  return { ...emptyRegistration, ...(readDraft(visitorOwner, draftKey) as Registration | null) };
}

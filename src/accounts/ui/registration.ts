import type { InputOf } from '../../shared/call.ts';
import { keepDraft, readDraft, visitor } from '../../web/drafts.ts';
import type { genders, newRegistration } from '../contract.ts';
import { phoneDigits } from '../rules.ts';

/** What the form holds while it is being filled in; dates `yyyy-mm-dd`, '' and null are empty. */
export interface Registration {
  gender: (typeof genders)[number] | null;
  firstName: string;
  lastName: string;
  email: string;
  repeatEmail: string;
  phoneNumber: string;
  qualification: string;
  location: { label: string; value: number } | null;
  startOfQualification: string;
  endOfQualification: string;
}

export const emptyRegistration: Registration = {
  gender: null,
  firstName: '',
  lastName: '',
  email: '',
  repeatEmail: '',
  phoneNumber: '',
  location: null,
  qualification: '',
  startOfQualification: '',
  endOfQualification: '',
};

/** What the fields are called, in the order of the form. */
export const labels: Record<keyof Registration, string> = {
  gender: 'Anrede',
  firstName: 'Vorname',
  lastName: 'Nachname',
  email: 'E-Mail',
  repeatEmail: 'E-Mail wiederholen',
  phoneNumber: 'Telefonnummer',
  location: 'Standort',
  qualification: 'Qualifizierung',
  startOfQualification: 'Beginn der Qualifizierung',
  endOfQualification: 'Ende der Qualifizierung',
};

/** The form as it is judged and sent: trimmed, as the server reads it. */
export function asForm(form: Registration) {
  return {
    ...form,
    firstName: form.firstName.trim(),
    lastName: form.lastName.trim(),
    email: form.email.trim(),
    phoneNumber: phoneDigits(form.phoneNumber),
    repeatEmail: form.repeatEmail.trim(),
    qualification: form.qualification.trim(),
    location: form.location && { label: form.location.label, value: form.location.value },
  } satisfies InputOf<typeof newRegistration>;
}

const draft = 'registration';

/** Keeps what has been typed into the form in this tab, for a reload; once it is sent, that is nothing. */
export function keepRegistration(form: Registration): void {
  keepDraft(visitor, draft, form);
}

/** The form as it was before a reload, else an empty one; a field that an older version did not know is empty. */
export function readRegistration(): Registration {
  return { ...emptyRegistration, ...(readDraft(visitor, draft) as Registration | null) };
}

import type { InputOf } from '../../shared/call.ts';
import type { genders, newRegistration } from '../contract.ts';

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
    repeatEmail: form.repeatEmail.trim(),
    qualification: form.qualification.trim(),
    location: form.location && { label: form.location.label, value: form.location.value },
  } satisfies InputOf<typeof newRegistration>;
}

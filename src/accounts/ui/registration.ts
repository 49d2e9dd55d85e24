import * as z from 'zod/mini';
import type { InputOf } from '../../shared/call.ts';
import { dropDraft, keepDraft, readDraft, visitor } from '../../web/drafts.ts';
import { genders, type newRegistration } from '../contract.ts';
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

const kept = z.object({
  gender: z.nullable(z.object({ id: z.string() })),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  repeatEmail: z.string(),
  phoneNumber: z.string(),
  location: z.nullable(z.object({ label: z.string(), value: z.int() })),
  qualification: z.string(),
  startOfQualification: z.string(),
  endOfQualification: z.string(),
});
const draft = 'registration';

/** What has been typed into the form in this tab, for a reload; nothing of it stays once it is empty again or sent. */
export function keepRegistration(form: Registration): void {
  if (JSON.stringify(form) === JSON.stringify(emptyRegistration)) dropDraft(visitor, draft);
  else keepDraft(visitor, draft, form);
}

/** The form as it was before a reload, else an empty one. */
export function readRegistration(): Registration {
  const { success, data } = kept.safeParse(readDraft(visitor, draft));
  return success ? { ...data, gender: genders.find(({ id }) => id === data.gender?.id) ?? null } : emptyRegistration;
}

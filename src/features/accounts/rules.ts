import { toFieldErrors, type FieldError, type FormFacts } from '../../shared/call.ts';
import {
  detailKeys,
  profileTextErrors,
  nameKeys,
  profileKeys,
  type Profile,
  type ProfileInput,
} from '../../shared/profile.ts';
import { emailProblem } from '../people/rules.ts';

/** A registration with trimmed fields, '' for empty ones. Dates are `yyyy-mm-dd`, the phone number is digits only. */
export interface RegistrationForm extends ProfileInput {
  gender: { id: string | null } | null;
  repeatEmail: string;
  location: { value: number | '' | null } | null;
}

/**
 * Reduces a typed phone number to its digits (reference 3.1). Germany's +49 or 0049 becomes a leading 0, and the + of
 * any other country code becomes 00. `+49 (0) 170` gets only one 0. A bare + or +49 becomes ''.
 */
export function phoneDigits(typed: string): string {
  return typed
    .trim()
    .replace(/^\+/, '00')
    .replace(/\D/g, '')
    .replace(/^00(4?|490?)$/, '')
    .replace(/^00490?/, '0');
}

/** Returns the profile of a form as it is validated and sent: trimmed, and with only the digits of the phone number. */
export function trimmedProfile(form: Profile): Profile {
  const trimmed = Object.fromEntries(profileKeys.map((name) => [name, form[name].trim()])) as Profile;
  return { ...trimmed, phoneNumber: phoneDigits(form.phoneNumber) };
}

/**
 * Returns the error of a phone number (given as digits only), or null if it is valid (reference 3.1). `wording` is for
 * participants who enter their own number (`own`) or for an admin (`others`).
 */
export function phoneProblem(digits: string, wording: 'own' | 'others' = 'own'): string | null {
  if (digits === '')
    return wording === 'own' ? 'Bitte gib deine Telefonnummer ein' : 'Bitte gib eine Telefonnummer ein';
  if (!digits.startsWith('0')) return 'Telfonnummer muss mit 0 anfangen';
  if (digits.length < 8) return 'Telefonnummer muss mindestens 8 Zeichen lang sein';
  if (digits.length > 20) return 'Telefonnummer darf höchstens 20 Zeichen lang sein';
  return null;
}

/**
 * Returns the errors of the first and the last day of a qualification, or null (reference 3.1); '' is a missing date.
 */
export function periodProblems(start: string, end: string): { start: string | null; end: string | null } {
  const wrongOrder = end !== '' && start > end;
  return {
    start: !start ? 'Bitte gib ein Startdatum ein' : wrongOrder ? 'Das Startdatum muss vor dem Enddatum liegen' : null,
    end: !end ? 'Bitte gib ein Enddatum ein' : wrongOrder ? 'Das Enddatum muss nach dem Startdatum liegen' : null,
  };
}

/**
 * Returns all errors of an invitation: those of a registration, which also repeats the e-mail (reference 3.1, 3.17).
 * `wording` is for the words about the form of somebody else (`others`) or about one’s own.
 */
export function invitationErrors(
  form: Omit<RegistrationForm, 'repeatEmail'>,
  facts: FormFacts,
  wording: 'own' | 'others' = 'own',
): FieldError[] {
  const errors = registrationErrors({ ...form, repeatEmail: form.email }, facts, wording);
  return errors.filter(({ path }) => path !== 'repeatEmail');
}

/** Returns all errors of a registration, in the order of the form (reference 3.1). */
export function registrationErrors(
  form: RegistrationForm,
  { forbiddenInEmail }: FormFacts,
  wording: 'own' | 'others' = 'own',
): FieldError[] {
  const period = periodProblems(form.startOfQualification, form.endOfQualification);
  const emailsDiffer = form.email.toLowerCase() !== form.repeatEmail.toLowerCase();
  return toFieldErrors({
    gender: form.gender?.id ? null : 'Bitte wähle eine Anrede',
    ...profileTextErrors(nameKeys, form, wording),
    email: emailProblem(form.email, forbiddenInEmail),
    repeatEmail:
      emailProblem(form.repeatEmail, forbiddenInEmail) ??
      (emailsDiffer ? 'Die Email Adressen stimmen nicht überein' : null),
    phoneNumber: phoneProblem(form.phoneNumber, wording),
    ...profileTextErrors(detailKeys, form, wording),
    location: typeof form.location?.value === 'number' ? null : 'Bitte wähle einen Standort aus',
    startOfQualification: period.start,
    endOfQualification: period.end,
  });
}

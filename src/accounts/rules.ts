import { problems, type FieldError, type FormFacts } from '../shared/call.ts';

/** What a registration says, fields trimmed and empty ones ''. Dates `yyyy-mm-dd`, phone digits only. */
export interface RegistrationForm {
  gender: { id: string | null } | null;
  firstName: string;
  lastName: string;
  email: string;
  repeatEmail: string;
  phoneNumber: string;
  qualification: string;
  location: { value: number | '' | null } | null;
  startOfQualification: string;
  endOfQualification: string;
}

const emailPattern = /^[^\s@<>",;:()[\]\\]+@[^\s@<>",;:()[\]\\.]+(\.[^\s@<>",;:()[\]\\.]+)+$/;

/** What is wrong with an e-mail address, or null (spec participant §5). `forbidden` '' allows every text. */
export function emailProblem(email: string, forbidden: string): string | null {
  if (email.length > 254 || !emailPattern.test(email)) return 'Bitte gib eine gültige Email Adresse ein';
  if (forbidden && email.toLowerCase().includes(forbidden.toLowerCase()))
    return `Email Adresse darf nicht '${forbidden}' enthalten`;
  return null;
}

/**
 * A phone number as it is typed, reduced to its digits (spec participant §5): Germany's +49 or 0049 is the 0 that numbers
 * begin with here, and the + of another country 00. `+49 (0) 170` means one 0.
 */
export function phoneDigits(typed: string): string {
  return typed
    .trim()
    .replace(/^\+/, '00')
    .replace(/\D/g, '')
    .replace(/^00490?/, '0');
}

/** What is wrong with a phone number that is reduced to its digits, or null (spec participant §5). */
export function phoneProblem(digits: string): string | null {
  if (digits === '') return 'Bitte gib deine Telefonnummer ein';
  if (!digits.startsWith('0')) return 'Telfonnummer muss mit 0 anfangen';
  if (digits.length < 8) return 'Telefonnummer muss mindestens 8 Zeichen lang sein';
  if (digits.length > 20) return 'Telefonnummer darf höchstens 20 Zeichen lang sein';
  return null;
}

/** What is wrong with a period of qualification (spec participant §5); '' for a date that is not chosen yet. */
export function periodProblems(start: string, end: string): { start: string | null; end: string | null } {
  const wrongOrder = start !== '' && end !== '' && start > end;
  return {
    start: !start ? 'Bitte gib ein Startdatum ein' : wrongOrder ? 'Das Startdatum muss vor dem Enddatum liegen' : null,
    end: !end ? 'Bitte gib ein Enddatum ein' : wrongOrder ? 'Das Enddatum muss nach dem Startdatum liegen' : null,
  };
}

/** All mistakes of a registration, in the order of the form (spec participant §5). */
export function registrationMistakes(form: RegistrationForm, { forbiddenInEmail }: FormFacts): FieldError[] {
  const period = periodProblems(form.startOfQualification, form.endOfQualification);
  const differs = form.email.toLowerCase() !== form.repeatEmail.toLowerCase();
  return problems({
    gender: form.gender?.id ? null : 'Bitte wähle eine Anrede',
    firstName: form.firstName ? null : 'Bitte gib deinen Vornamen ein',
    lastName: form.lastName ? null : 'Bitte gib deinen Nachnamen ein',
    email: emailProblem(form.email, forbiddenInEmail),
    repeatEmail:
      emailProblem(form.repeatEmail, forbiddenInEmail) ?? (differs ? 'Die Email Adressen stimmen nicht überein' : null),
    phoneNumber: phoneProblem(form.phoneNumber),
    qualification: form.qualification ? null : 'Bitte gib deine Qualifizierung ein',
    location: typeof form.location?.value === 'number' ? null : 'Bitte wähle einen Standort aus',
    startOfQualification: period.start,
    endOfQualification: period.end,
  });
}

/** What is wrong with a new password, or null. At most 128 characters; whether it is too common the server knows. */
export function newPasswordProblem(typed: string): string | null {
  const password = typed.normalize('NFC');
  const kinds = [/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{N}\s]/u];
  if (password.length < 8 || !kinds.every((kind) => kind.test(password)))
    return 'Passwort muss mindestens 8 Zeichen lang sein und mindestens einen Großbuchstaben, einen Kleinbuchstaben, eine Zahl und ein Sonderzeichen enthalten.';
  if (password.length > 128) return 'Passwort darf höchstens 128 Zeichen lang sein.';
  return null;
}

/** What is wrong with the repetition of a new password, or null. */
export function repetitionProblem(password: string, repetition: string): string | null {
  return password.normalize('NFC') === repetition.normalize('NFC') ? null : 'Passwörter stimmen nicht überein.';
}

import { emailProblem } from '../accounts/rules.ts';
import { rangeProblem, rangeSentences } from '../appointments/rules.ts';
import { problems, type FieldError } from '../shared/call.ts';
import { inGermanOrder } from '../shared/german.ts';
import type { Coach } from './contract.ts';

/** A coach's form as it is filled in; '' while a field is empty. */
export interface CoachForm {
  firstName: string;
  lastName: string;
  email: string;
  teamsLink: string;
}

/** What is wrong with a meeting link, or null; `missing` is said of an empty one. It has to be https (contract §9). */
function linkProblem(link: string, missing: string): string | null {
  if (!link) return missing;
  return /^https:\/\/\S+$/.test(link) && URL.canParse(link)
    ? null
    : 'Der Teams-Link muss eine Adresse sein, die mit https:// beginnt.';
}

/** All mistakes of a coach's form, in its order (spec coach §5). Coaches may have the provider's own addresses. */
export function coachMistakes(form: CoachForm, missingLink = 'Bitte gib einen Teams-Link ein'): FieldError[] {
  return problems({
    firstName: form.firstName ? null : 'Bitte gib einen Vornamen ein',
    lastName: form.lastName ? null : 'Bitte gib einen Nachnamen ein',
    email: emailProblem(form.email, ''),
    teamsLink: linkProblem(form.teamsLink, missingLink),
  });
}

/** A new coach's form: the participant who becomes one, and what a coach needs. */
export interface NewCoachForm extends CoachForm {
  participantId: number | null;
  gender: string | null;
}

/** All mistakes of a new coach's form, in its order (spec coach §5). */
export function newCoachMistakes(form: NewCoachForm): FieldError[] {
  const mistakes = coachMistakes(form, 'Teams-Link fehlt');
  const chosen = form.participantId !== null;
  return [
    ...problems({ participantId: chosen ? null : 'Bitte wähle eine Person aus.' }),
    // Both names come with the person: whoever has chosen nobody is not asked for them.
    ...mistakes.filter(({ path }) => chosen || (path !== 'firstName' && path !== 'lastName')),
    ...problems({ gender: form.gender ? null : 'Bitte wähle eine Anrede' }),
  ];
}

/** Whose analytics of which days are wanted; null and '' while nothing is chosen. Dates `yyyy-mm-dd`. */
export interface AnalyticsForm {
  coachId: number | null;
  fromDate: string;
  tillDate: string;
}

/** All mistakes of that choice (spec coach §5); that the range is too long is a refusal of its own. */
export function calendarMistakes({ coachId, fromDate, tillDate }: AnalyticsForm): FieldError[] {
  const wrongOrder = fromDate && tillDate && rangeProblem(fromDate, tillDate) === 'invalidRange';
  return problems({
    coachId: coachId === null ? 'Bitte wähle einen Coach aus.' : null,
    fromDate: fromDate ? null : 'Bitte gib ein Startdatum ein',
    tillDate: !tillDate ? 'Bitte gib ein Enddatum ein' : wrongOrder ? rangeSentences.invalidRange : null,
  });
}

/** How the analytics count appointments, in the order in which they are shown (spec coach §3). */
export const kinds = ['active', 'missed', 'cancelled', 'done', 'free'] as const;
export type Kind = (typeof kinds)[number];

/** The words for those kinds (spec coach §3). */
export const kindWords: Record<Kind, string> = {
  active: 'Gebucht',
  missed: 'Versäumt',
  cancelled: 'Storniert',
  done: 'Durchgeführt',
  free: 'Frei',
};

/**
 * What an appointment counts as: booked from today on is active, booked before is done, cancelled is K of every kind;
 * null for a status that nobody knows. Dates are Berlin days `yyyy-mm-dd`.
 */
export function kindOf({ status, date }: { status: string; date: string }, today: string): Kind | null {
  if (status === 'G') return date >= today ? 'active' : 'done';
  if (status === 'F') return 'free';
  if (status === 'V') return 'missed';
  return status === 'K' ? 'cancelled' : null;
}

/** The word for an appointment's state, 'Unbekannt' for one that nobody knows (spec coach §3). */
export function kindWord(appointment: { status: string; date: string }, today: string): string {
  const kind = kindOf(appointment, today);
  return kind ? kindWords[kind] : 'Unbekannt';
}

/** By what a list of coaches can be ordered. */
export const coachOrders = ['lastName', 'firstName', 'email', 'active', 'speedCoach'] as const;
export type CoachOrder = (typeof coachOrders)[number];

/** What a list of coaches is narrowed to: words of names and e-mail, the states shown; and its order. */
export interface CoachChoice {
  search: string;
  active: boolean;
  inactive: boolean;
  by: CoachOrder;
  /** Turns the order round. */
  down: boolean;
}

/**
 * The coaches that are wanted, in the order that is wanted. Every word has to be a part of the name or of the e-mail,
 * accents and case aside. Active ones and speed coaches come first; equal ones by last name, then first name.
 */
export function chooseCoaches(coaches: readonly Coach[], choice: CoachChoice): Coach[] {
  const words = plain(choice.search).split(/\s+/).filter(Boolean);
  const compare = (a: Coach, b: Coach) => {
    const [one, other] = [a[choice.by], b[choice.by]];
    return typeof one === 'string' ? inGermanOrder(one, String(other)) : Number(other) - Number(one);
  };
  const turn = choice.down ? -1 : 1;
  return coaches
    .filter(({ active }) => (active ? choice.active : choice.inactive))
    .filter(({ firstName, lastName, email }) => {
      const text = plain(`${firstName} ${lastName} ${email}`);
      return words.every((word) => text.includes(word));
    })
    .sort(
      (a, b) =>
        turn * compare(a, b) || inGermanOrder(a.lastName, b.lastName) || inGermanOrder(a.firstName, b.firstName),
    );
}

/** Lower case without accents: 'Müller' and 'muller' are one, and so are 'Groß' and 'gross'. */
function plain(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss');
}

import { emailProblem } from '../people/rules.ts';
import { rangeProblem, rangeMessages } from '../../shared/date-range.ts';
import { toFieldErrors, type FieldError } from '../../shared/call.ts';
import { compareGerman } from '../../shared/german.ts';
import { hasInvisibleCharacters } from '../../shared/invisible.ts';
import { textProblem } from '../../shared/profile.ts';
import { containsText } from '../../shared/search.ts';
import { statuses } from '../../shared/coaching.ts';

/** The form of a coach; '' while a field is empty. */
export interface CoachForm {
  firstName: string;
  lastName: string;
  email: string;
  teamsLink: string;
}

/**
 * Returns the error of a meeting link, or null. The link must be https. An empty link gets `missingLinkMessage`
 * (reference 9.2).
 */
function linkProblem(link: string, missingLinkMessage: string): string | null {
  if (!link) return missingLinkMessage;
  return /^https:\/\/\S+$/.test(link) && URL.canParse(link) && !hasInvisibleCharacters(link)
    ? null
    : 'Der Teams-Link muss eine Adresse sein, die mit https:// beginnt.';
}

/** Returns all errors of a coach's form, in its order (9.2). The provider's own e-mail addresses are allowed. */
export function coachErrors(form: CoachForm, missingLinkMessage = 'Bitte gib einen Teams-Link ein'): FieldError[] {
  return toFieldErrors({
    firstName: textProblem(form.firstName, 'Bitte gib einen Vornamen ein'),
    lastName: textProblem(form.lastName, 'Bitte gib einen Nachnamen ein'),
    email: emailProblem(form.email),
    teamsLink: linkProblem(form.teamsLink, missingLinkMessage),
  });
}

/** The form for a new coach: the participant who becomes one, and the data of a coach. */
export interface NewCoachForm extends CoachForm {
  participantId: number | null;
  gender: string | null;
}

/** Returns all errors of a new coach's form, in its order (reference 9.3). */
export function newCoachErrors(form: NewCoachForm): FieldError[] {
  const fieldErrors = coachErrors(form, 'Teams-Link fehlt');
  const isPersonChosen = form.participantId !== null;
  return [
    ...toFieldErrors({ participantId: isPersonChosen ? null : 'Bitte wähle eine Person aus.' }),
    // Choosing a person fills in the names, so until then errors in the names are left out.
    ...fieldErrors.filter(({ path }) => isPersonChosen || (path !== 'firstName' && path !== 'lastName')),
    ...toFieldErrors({ gender: form.gender ? null : 'Bitte wähle eine Anrede' }),
  ];
}

/** The coach and the days of the analytics; null and '' while nothing is chosen. Dates `yyyy-mm-dd`. */
export interface AnalyticsForm {
  coachId: number | null;
  fromDate: string;
  tillDate: string;
}

/** Returns all errors of the analytics form (9.4), except a range that is too long, which is refused separately. */
export function analyticsErrors({ coachId, fromDate, tillDate }: AnalyticsForm): FieldError[] {
  const isReversed = fromDate && tillDate && rangeProblem(fromDate, tillDate) === 'invalidRange';
  const rangeError = isReversed ? rangeMessages.invalidRange : null;
  return toFieldErrors({
    coachId: coachId === null ? 'Bitte wähle einen Coach aus.' : null,
    fromDate: fromDate ? null : 'Bitte gib ein Startdatum ein',
    tillDate: tillDate ? rangeError : 'Bitte gib ein Enddatum ein',
  });
}

/** The kinds of appointments that the analytics count, in the order in which they are shown (reference 9.4). */
export const analyticsKinds = ['active', 'missed', 'cancelled', 'done', 'free'] as const;
export type AnalyticsKind = (typeof analyticsKinds)[number];

/** The German names of the kinds (reference 9.4). */
export const analyticsKindLabels: Record<AnalyticsKind, string> = {
  active: 'Gebucht',
  missed: 'Versäumt',
  cancelled: 'Storniert',
  done: 'Durchgeführt',
  free: 'Frei',
};

/**
 * Returns the kind of an appointment (reference 9.4): a booked one is active from today on, and done before. Null for
 * an unknown status. Dates are Berlin days `yyyy-mm-dd`.
 */
export function analyticsKindOf(
  { status, date }: { status: string; date: string },
  today: string,
): AnalyticsKind | null {
  if (status === statuses.booked) return date >= today ? 'active' : 'done';
  if (status === statuses.free) return 'free';
  if (status === statuses.missed) return 'missed';
  return status === statuses.cancelled ? 'cancelled' : null;
}

/** Returns the German name of an appointment's kind; 'Unbekannt' for an unknown status (reference 9.4). */
export function analyticsKindLabel(appointment: { status: string; date: string }, today: string): string {
  const kind = analyticsKindOf(appointment, today);
  return kind ? analyticsKindLabels[kind] : 'Unbekannt';
}

/** Returns the appointments of the chosen kinds or with an unknown status (9.4); `today` is `yyyy-mm-dd`. */
export function filterByKind<Row extends { status: string; date: string }>(
  rows: readonly Row[],
  chosenKinds: readonly AnalyticsKind[],
  today: string,
): Row[] {
  return rows.filter((row) => {
    const kind = analyticsKindOf(row, today);
    return kind === null || chosenKinds.includes(kind);
  });
}

/** The columns by which a list of coaches can be sorted. */
export const coachOrders = ['lastName', 'firstName', 'email', 'active', 'speedCoach'] as const;
export type CoachOrder = (typeof coachOrders)[number];

/** The fields of a coach by which the list is filtered and sorted. */
interface CoachListRow {
  firstName: string;
  lastName: string;
  email: string;
  active: boolean;
  speedCoach: boolean;
}

/** The filters and the order of a list of coaches. */
export interface CoachListOptions {
  /** Words to search for in names and e-mails. */
  search: string;
  /** Whether the list contains active coaches. */
  active: boolean;
  /** Whether the list contains inactive coaches. */
  inactive: boolean;
  by: CoachOrder;
  /** Reverses the order. */
  isDescending: boolean;
}

/**
 * Returns the coaches who match (reference 9.1), in the chosen order. Every word must be part of the name or the
 * e-mail, however umlauts are spelled. Sorting by `active` puts active coaches first, and sorting by `speedCoach` puts
 * speed coaches first. Ties are ordered by last name, then first name.
 */
export function filterAndSortCoaches<C extends CoachListRow>(coaches: readonly C[], options: CoachListOptions): C[] {
  const words = options.search.split(/\s+/).filter(Boolean);
  const compare = (a: C, b: C) => {
    const [first, second] = [a[options.by], b[options.by]];
    return typeof first === 'string' ? compareGerman(first, String(second)) : Number(second) - Number(first);
  };
  const direction = options.isDescending ? -1 : 1;
  return coaches
    .filter(({ active }) => (active ? options.active : options.inactive))
    .filter(({ firstName, lastName, email }) =>
      words.every((word) => containsText(`${firstName} ${lastName} ${email}`, word)),
    )
    .sort(
      (a, b) =>
        direction * compare(a, b) || compareGerman(a.lastName, b.lastName) || compareGerman(a.firstName, b.firstName),
    );
}

import { statuses } from '../../shared/coaching.ts';

/** The first day of appointments that can be rated, `yyyy-mm-dd` (reference 6.1). */
const firstRatableDay = '2025-05-01';

/** The maximum length of the personal feedback and of the free text, in UTF-16 units (reference 6.2). */
export const maxTextLength = 500;

/**
 * The maximum length of a topic, in UTF-16 units, and the maximum number of topics in a list. Other clients may offer
 * topics that the form does not (reference 6.3).
 */
const topicLimits = { length: 100, count: 40 };

/** The six statements in the order of the form and of the wire (reference 6.2). */
export const statements = [
  'Der Coach war wertschätzend und professionell.',
  'Meine offenen Fragen wurden geklärt.',
  'Ich fühle mich im Bewerbungsprozess sicherer.',
  'Ich bin mir meiner Kompetenzen und Stärken bewusster.',
  'Ich konnte zielgerichtete Bewerbungsunterlagen erstellen.',
  'Ich würde das Online-Bewerbungscoaching weiterempfehlen.',
] as const;

/** The meanings of one to five stars (reference 6.2). */
export const scale = [
  'Stimme überhaupt nicht zu',
  'Stimme eher nicht zu',
  'Neutral',
  'Stimme eher zu',
  'Stimme voll und ganz zu',
] as const;

// On the wire, topics are joined by comma and space, so no topic may contain a comma.

/** The topics that a participant may have discussed with the coach. */
export const topics: readonly string[] = [
  'Allgemeiner Bewerbungsprozess',
  'Stellensuche',
  'Lebenslauf',
  'CV-Parsing',
  'Anschreiben',
  'Vorstellungsgespräch',
  'Selbstpräsentation',
  'Stärken und Schwächen',
  'Beruflicher Wechsel',
  'Unterlagen und Zeugnisse',
  'Social Media',
  'Praktikumssuche',
  'Praktikumsbewerbung',
  'Sonstiges',
];

/** The topics that a participant can wish for, in the six sections of the form. */
export const wishSections: readonly { title: string; wishes: readonly string[] }[] = [
  {
    title: 'Bewerbungsunterlagen und Bewerbungsprozess',
    wishes: [
      'Initiativbewerbung',
      'Kurzprofil und Deckblatt',
      'Lücken im Lebenslauf',
      'Arbeitszeugnisse verstehen',
      'Nachfassen nach der Bewerbung',
    ],
  },
  {
    title: 'Digitale Bewerbung und Netzwerke',
    wishes: [
      'Online-Bewerbung',
      'LinkedIn und Xing',
      'Jobportale richtig nutzen',
      'Künstliche Intelligenz im Bewerbungsprozess',
      'Berufliches Netzwerk aufbauen',
    ],
  },
  {
    title: 'Vorstellungsgespräch und Auswahlverfahren',
    wishes: [
      'Probegespräch',
      'Vorstellungsgespräch per Video',
      'Schwierige Fragen beantworten',
      'Assessment-Center',
      'Einstellungstest',
      'Gehaltsverhandlung',
    ],
  },
  {
    title: 'Persönliche und soziale Themen',
    wishes: [
      'Selbstbewusstsein stärken',
      'Umgang mit Absagen',
      'Nervosität und Prüfungsangst',
      'Motivation behalten',
      'Zeitmanagement',
    ],
  },
  {
    title: 'Besondere Lebenssituationen',
    wishes: [
      'Wiedereinstieg nach Elternzeit',
      'Bewerben mit Behinderung oder Erkrankung',
      'Bewerben ab 50',
      'Ausländische Abschlüsse anerkennen lassen',
      'Arbeiten in Teilzeit',
      'Pflege von Angehörigen und Beruf',
    ],
  },
  {
    title: 'Orientierung und Zielklärung',
    wishes: [
      'Berufliche Orientierung',
      'Eigene Ziele finden',
      'Quereinstieg',
      'Selbstständigkeit',
      'Weiterbildung planen',
    ],
  },
];

/** All topics that a participant can wish for, in the order of the form. */
export const wishes: readonly string[] = wishSections.flatMap((section) => section.wishes);

/** A participant's rating of a coaching: six whole stars 1–5 (0 while unanswered) in the order of `statements`. */
export interface Rating {
  stars: readonly number[];
  personalFeedback: string;
  freeText: string;
  topics: readonly string[];
  wishes: readonly string[];
}

/** The facts about a participant's appointment that decide whether it can be rated. */
export interface OwnAppointmentFacts {
  status: string;
  /** The Berlin day, `yyyy-mm-dd`. */
  date: string;
  hasEnded: boolean;
}

/**
 * Whether an appointment is open to ratings: booked, over, and on or after 2025-05-01 (reference 6.1). It may already
 * have a rating.
 */
export function isRatable({ status, date, hasEnded }: OwnAppointmentFacts): boolean {
  return status === statuses.booked && hasEnded && date >= firstRatableDay;
}

/** Whether two ratings have the same content (reference 6.3). If so, a retry after a lost response succeeds. */
export function isSameRating(a: Rating, b: Rating): boolean {
  const contentOf = (rating: Rating) =>
    JSON.stringify([rating.stars, rating.personalFeedback, rating.freeText, rating.topics, rating.wishes]);
  return contentOf(a) === contentOf(b);
}

/**
 * Returns the topics of a list without duplicates (reference 6.3): first those of the form, in the order of the form,
 * then the others, in the order of the list.
 */
export function orderTopics(list: readonly string[], formTopics: readonly string[]): string[] {
  const otherTopics = new Set(list.filter((topic) => !formTopics.includes(topic)));
  return [...formTopics.filter((topic) => list.includes(topic)), ...otherTopics];
}

/** Returns the error of each field of a rating, '' if there is none (reference 6.3). */
export function ratingErrors(rating: Rating): Record<keyof Rating, string> {
  const hasAllStars = rating.stars.length === statements.length && rating.stars.every(isStar);
  const tooLong = `Bitte schreib höchstens ${maxTextLength} Zeichen.`;
  return {
    stars: hasAllStars ? '' : 'Bitte bewerte alle sechs Aussagen mit 1 bis 5 Sternen.',
    personalFeedback: rating.personalFeedback.length > maxTextLength ? tooLong : '',
    freeText: rating.freeText.length > maxTextLength ? tooLong : '',
    topics: topicsError(rating.topics),
    wishes: topicsError(rating.wishes),
  };
}

function topicsError(list: readonly string[]): string {
  if (list.length > topicLimits.count) return `Bitte wähle höchstens ${topicLimits.count} Themen.`;
  const hasLongTopic = list.some((topic) => topic.length > topicLimits.length);
  return hasLongTopic ? `Bitte schreib höchstens ${topicLimits.length} Zeichen je Thema.` : '';
}

function isStar(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= scale.length;
}

/** How many ratings gave a statement this number of stars. */
export interface StarCount {
  /** The index in `statements`. */
  statement: number;
  stars: number;
  count: number;
}

/** Returns the star counts and the average of each statement and of all six (reference 6.7); all 0 without ratings. */
export function toStarAnalytics(counts: readonly StarCount[]) {
  const countGiven = (stars: number, statement?: number) =>
    counts
      .filter((entry) => entry.stars === stars && (statement === undefined || entry.statement === statement))
      .reduce((sum, { count }) => sum + count, 0);
  const average = (countsByStars: readonly number[]) => {
    const total = countsByStars.reduce((sum, count) => sum + count, 0);
    return total === 0 ? 0 : countsByStars.reduce((sum, count, index) => sum + count * (index + 1), 0) / total;
  };
  const categories = statements.map((titel, statement) => {
    const [star1 = 0, star2 = 0, star3 = 0, star4 = 0, star5 = 0] = [1, 2, 3, 4, 5].map((n) =>
      countGiven(n, statement),
    );
    return { titel, star1, star2, star3, star4, star5, average: average([star1, star2, star3, star4, star5]) };
  });
  const [all1Stars = 0, all2Stars = 0, all3Stars = 0, all4Stars = 0, all5Stars = 0] = [1, 2, 3, 4, 5].map((n) =>
    countGiven(n),
  );
  const totals = [all1Stars, all2Stars, all3Stars, all4Stars, all5Stars];
  // Every rating answers every statement.
  const ratings = totals.reduce((sum, count) => sum + count, 0) / statements.length;
  return {
    categories,
    total: { ratings, all1Stars, all2Stars, all3Stars, all4Stars, all5Stars, average: average(totals) },
  };
}

/** Returns the text of the badge for a topic's count: '10000+' above 10000 (reference 6.7). */
export function badgeOf(count: number): string {
  return count > 10_000 ? '10000+' : String(count);
}

/** Returns the colour for a number of stars (reference 6.4). For 0 stars, it is the colour of the surrounding text. */
export function starColour(value: number): 'inherit' | 'red' | 'orange' | 'green' {
  if (value === 0) return 'inherit';
  if (value < 2) return 'red';
  return value < 4 ? 'orange' : 'green';
}

/**
 * Returns the URL at Google for reviewing a branch (reference 6.5): the branch's review page, or a search on the map if
 * the branch has no place id.
 */
export function googleReviewUrl(provider: string, branch: { label: string; placeId?: string | undefined }): string {
  if (branch.placeId)
    return `https://search.google.com/local/writereview?placeid=${encodeURIComponent(branch.placeId)}`;
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(`${provider} ${branch.label}`)}`;
}

/**
 * Returns the letter under which a branch is listed (reference 6.5): 'O' for 'Ö', as in the sort order of the list (DIN
 * 5007-1).
 */
export function firstLetter(label: string): string {
  return label.normalize('NFD').charAt(0).toUpperCase();
}

/** Returns 'Frau' for the gender 'f', 'Herr' for 'm', and '' for 'd': then lists show only the name (reference 6.6). */
export function salutation(gender: string): string {
  if (gender === 'd') return '';
  return gender === 'f' ? 'Frau' : 'Herr';
}

/**
 * Returns the names of a rating's participant and coach as lists show them, for example 'Frau Lena Hoffmann'
 * (reference 6.6). The salutations of the rating are genders.
 */
export function namesOf(rating: {
  participantSalutation: string;
  participantFirstName: string;
  participantLastName: string;
  coachSalutation: string;
  coachFirstName: string;
  coachLastName: string;
}): { participant: string; coach: string } {
  const { participantFirstName, participantLastName, coachFirstName, coachLastName } = rating;
  return {
    participant: `${salutation(rating.participantSalutation)} ${participantFirstName} ${participantLastName}`.trim(),
    coach: `${salutation(rating.coachSalutation)} ${coachFirstName} ${coachLastName}`.trim(),
  };
}

import { addDays } from '../../shared/berlin.ts';
import { statements, wishes } from '../ratings/rules.ts';

/** The maximum number of days, both ends included, that the figures cover (reference 16.1). */
export const maxSteeringDays = 366;

/** The minimum number of people for a mean of ratings or a count of topics to be shown (reference 16.7). */
export const minPeople = 5;

/** The number of hours before the start within which a cancellation is late (reference 16.4). */
export const lateHours = 72;

/** The number of days after a coaching within which a document should be answered (reference 16.6). */
export const answerDays = 7;

/** The numbers of days within which an Einzelcoaching should be free (reference 16.2). */
export const availabilityPeriods = [14, 28] as const;

/**
 * The title of each figure and how it is counted, as shown on the page and in the description of the calls (reference
 * 16).
 */
export const definitions = {
  availability: {
    title: 'Nächster freier Termin',
    text:
      'Jeden Morgen um 6 Uhr wird gezählt, in wie vielen Tagen das nächste freie Einzelcoaching beginnt. ' +
      'Gezeigt werden ' +
      'der Median der gezählten Tage und der Anteil der Tage, an denen binnen 14 und 28 Tagen eines frei war.',
  },
  utilisation: {
    title: 'Auslastung',
    text:
      'Gebuchte und versäumte Einzelcoachings ÷ alle angebotenen (auch freie) mit Beginn im Zeitraum, soweit ' +
      'sie schon ' +
      'begonnen haben. Stornierte und verlegte zählen nicht.',
  },
  missed: {
    title: 'Versäumt',
    text: 'Versäumte ÷ (gebuchte + versäumte) Einzelcoachings, die im Zeitraum begonnen haben.',
  },
  lateCancellations: {
    title: 'Spät storniert',
    text:
      'Weniger als 72 Stunden vor Beginn stornierte ÷ (gebuchte + versäumte + stornierte) Einzelcoachings, ' +
      'deren Beginn ' +
      'im Zeitraum liegt und vorbei ist.',
  },
  byCoach: {
    title: 'Durch den Coach ausgefallen',
    text:
      'Wegen einer Abwesenheit des Coaches oder vom Coach selbst stornierte ÷ (gebuchte + versäumte + stornierte) ' +
      'Einzelcoachings, deren Beginn im Zeitraum liegt und vorbei ist. An andere übergebene zählen nicht.',
  },
  reschedules: {
    title: 'Verlegt',
    text:
      'Verlegte Buchungen ÷ (gebuchte + versäumte + stornierte + verlegte) Einzelcoachings, deren (alter) Beginn im ' +
      'Zeitraum liegt und vorbei ist.',
  },
  daysToFirstCoaching: {
    title: 'Tage bis zum ersten Coaching',
    text:
      'Median der Tage von der Registrierung bis zum ersten gehaltenen Einzelcoaching, über alle, deren erstes im ' +
      'Zeitraum liegt (mit Coach: bei diesem Coach).',
  },
  waitingUnmet: {
    title: 'Unerfüllte Wünsche der Warteliste',
    text:
      'Einträge, deren Tage in den Zeitraum reichen und die noch offen oder ohne Termin abgelaufen sind ' +
      '(mit Coach: nur Einträge für diesen Coach).',
  },
  ratings: {
    title: 'Sterne',
    text:
      'Mittelwert der Sterne je Aussage. Damit niemand erkennbar ist, zählen nur volle, abgeschlossene ' +
      'Kalendermonate, ' +
      'je Coach nur mit mindestens 5 Personen; ohne Coach zählen die übrigen Coaches eines Monats zusammen.',
  },
  topics: {
    title: 'Gewünschte Themen',
    text:
      'Wie oft ein weiteres Thema gewünscht wurde; es zählen nur die Monate, in denen mindestens 5 Personen ' +
      'es wünschten.',
  },
  documents: {
    title: 'Unterlagen ohne Antwort',
    text:
      'Unterlagen von Teilnehmenden, deren nächstes Einzelcoaching nach dem Hochladen im Zeitraum liegt und ' +
      'seit mehr ' +
      'als einer Woche vorbei ist: der Anteil, auf den bis eine Woche danach keine Antwort kam.',
  },
} as const;

/** The meaning of null for each field, as shown in the description of the calls (reference 16). */
export const nullDescriptions = {
  coachId: 'null: alle Coaches zusammen.',
  share: 'null: Es gibt nichts, wovon das ein Anteil wäre (of ist 0).',
  daysUntil:
    'null: Im Zeitraum wurde nicht gezählt (counted ist 0), oder der Median fällt auf einen Tag ohne freien Termin.',
  within: 'null: Im Zeitraum wurde nicht gezählt (counted ist 0).',
  daysUntilOfDay: 'null: An diesem Morgen war kein Einzelcoaching frei.',
  median: 'null: Bei niemandem liegt das erste Coaching im Zeitraum (people ist 0).',
  mean: 'null: zu wenige Bewertungen, also in keinem der Monate von mindestens 5 Personen.',
  topic: 'null: zu wenige, also in keinem der Monate von mindestens 5 Personen gewünscht.',
} as const;

/** A count, the total that contains it, and the share of the count in the total. Without a total, the share is null. */
export interface Share {
  count: number;
  of: number;
  share: number | null;
}

/** Returns the share of a count in a total (reference 16.1). */
export const toShare = (count: number, of: number): Share => ({ count, of, share: of === 0 ? null : count / of });

/** Returns the median of unsorted numbers: the middle one or the mean of the two middle ones; null for no numbers. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = sorted.length % 2 === 1 ? [sorted[middle], sorted[middle]] : [sorted[middle - 1], sorted[middle]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** The count at six o'clock on a day: the days until the next free Einzelcoaching, or null if none was free. */
export interface AvailabilityDay {
  date: string;
  daysUntil: number | null;
}

/**
 * Returns the figures of availability over the counted days (reference 16.2). The median and the shares are null if no
 * day was counted. A day without a free Einzelcoaching counts as an infinitely long wait.
 */
export function toAvailability(days: readonly AvailabilityDay[]) {
  const shareWithin = (period: number) =>
    toShare(days.filter(({ daysUntil }) => daysUntil !== null && daysUntil <= period).length, days.length).share;
  const medianDays = median(days.map(({ daysUntil }) => daysUntil ?? Number.POSITIVE_INFINITY));
  return {
    counted: days.length,
    daysUntil: medianDays === null || !Number.isFinite(medianDays) ? null : medianDays,
    within14: shareWithin(availabilityPeriods[0]),
    within28: shareWithin(availabilityPeriods[1]),
    days: [...days],
  };
}

/**
 * Finds the full calendar months that lie within a range and have ended before `today` (reference 16.7). Returns their
 * first day and the day after their last day, or null if there are none.
 */
export function findFullMonths(
  fromDate: string,
  tillDate: string,
  today: string,
): { firstDay: string; dayAfterLast: string } | null {
  const firstDay = fromDate.endsWith('-01') ? fromDate : firstOfNextMonth(fromDate);
  const dayAfterRange = addDays(tillDate, 1);
  const dayAfterLast = `${(dayAfterRange < today ? dayAfterRange : today).slice(0, 7)}-01`;
  return firstDay < dayAfterLast ? { firstDay, dayAfterLast } : null;
}

/** Returns the first day of the next month. The day four days after the 28th is always in the next month. */
const firstOfNextMonth = (date: string) => `${addDays(`${date.slice(0, 7)}-28`, 4).slice(0, 7)}-01`;

/**
 * The sums of ratings in one month: either of one coach, or of all coaches whom fewer than five people rated in that
 * month. `stars` has a sum for each statement, in the order of the form.
 */
export interface RatingCell {
  ratings: number;
  people: number;
  stars: readonly number[];
}

/** How often a topic was requested in the ratings of a cell, and by how many people. */
export interface TopicCell {
  topic: string;
  count: number;
  people: number;
}

/**
 * Returns the means of the ratings in cells of at least five people (reference 16.7). Every response sums whole cells,
 * so the difference between two responses never concerns fewer than five people.
 */
export function toRatingMeans(cells: readonly RatingCell[]) {
  const largeCells = cells.filter(({ people }) => people >= minPeople);
  const ratings = largeCells.reduce((sum, cell) => sum + cell.ratings, 0);
  const mean = (statement: number) =>
    ratings === 0 ? null : largeCells.reduce((sum, { stars }) => sum + (stars[statement] ?? 0), 0) / ratings;
  const means = statements.map((title, statement) => ({ title, mean: mean(statement) }));
  const meanOfMeans = means.reduce((sum, row) => sum + (row.mean ?? 0), 0) / statements.length;
  return { ratings, mean: ratings === 0 ? null : meanOfMeans, means };
}

/**
 * Returns how often each topic of the form was requested in cells of at least five people, the most frequent topic
 * first. The count is null for a topic without such a cell.
 */
export function toTopicCounts(cells: readonly TopicCell[]): { topic: string; count: number | null }[] {
  return wishes
    .map((topic) => {
      const largeCells = cells.filter((cell) => cell.topic === topic && cell.people >= minPeople);
      return { topic, count: largeCells.length === 0 ? null : largeCells.reduce((sum, { count }) => sum + count, 0) };
    })
    .sort((a, b) => (b.count ?? 0) - (a.count ?? 0));
}

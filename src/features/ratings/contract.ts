import * as z from 'zod/mini';
import { rangeMessages } from '../../shared/date-range.ts';
import { call, date, id, emptyObject, toFieldErrors, text, type InputOf } from '../../shared/call.ts';
import { hasInvisibleCharacters, invisibleTextMessage } from '../../shared/invisible.ts';
import { maxLengths } from '../../shared/lengths.ts';
import { orderTopics, ratingErrors, topics, wishes, type Rating } from './rules.ts';

/** Bounds the size of a request. The rules have lower limits, and report an error for each field that is too long. */
const maxWireLength = 20_000;

const optionalText = z.pipe(
  z.nullable(text(maxWireLength, { multiline: true })),
  z.transform((value) => value ?? ''),
);

/** Topics on the wire: one text, joined by comma and space. */
const topicsText = z.pipe(
  z.nullable(text(maxWireLength).check(z.refine((value) => !hasInvisibleCharacters(value), invisibleTextMessage))),
  z.transform((value) =>
    (value ?? '')
      .split(',')
      .map((topic) => topic.trim())
      .filter(Boolean),
  ),
);

/** The wire's spellings, such as `starQestions` (reference 6.3), are used only here. */
const submission = z.pipe(
  z.object({
    appointmentId: id,
    starQestions: z.nullable(z.union([z.literal(''), z.array(z.nullable(z.number()))])),
    personalFeedback: optionalText,
    freeText: optionalText,
    speakWithCoachQuestions: topicsText,
    additionalQuestions: topicsText,
  }),
  z.transform((wire) => ({
    appointmentId: wire.appointmentId,
    stars: (wire.starQestions || []).map((star) => star ?? 0),
    personalFeedback: wire.personalFeedback,
    freeText: wire.freeText,
    topics: orderTopics(wire.speakWithCoachQuestions, topics),
    wishes: orderTopics(wire.additionalQuestions, wishes),
  })),
);

export const rateCoaching = call({
  path: 'participant/rateCoaching',
  summary: 'Rates a past coaching of the caller; sending the same rating again succeeds.',
  may: ['participant', 'admin'],
  hasTopLevelStatus: true,
  input: submission,
  rules: (rating) => {
    const fieldErrors = ratingErrors(rating);
    return toFieldErrors({
      starQestions: fieldErrors.stars,
      personalFeedback: fieldErrors.personalFeedback,
      freeText: fieldErrors.freeText,
      speakWithCoachQuestions: fieldErrors.topics,
      additionalQuestions: fieldErrors.wishes,
    });
  },
  output: emptyObject,
  refusals: {
    noParticipantProfile: 'Zu diesem Konto gehört kein Teilnehmerprofil.',
    notRatable: 'Dieser Termin kann nicht bewertet werden.',
    alreadyRated: 'Du hast diesen Termin schon bewertet.',
  },
});

/** The input of `rateCoaching` for a rating. */
export function toSubmission(appointmentId: number, rating: Rating): InputOf<typeof rateCoaching> {
  return {
    appointmentId,
    starQestions: [...rating.stars],
    personalFeedback: rating.personalFeedback,
    freeText: rating.freeText,
    speakWithCoachQuestions: rating.topics.join(', '),
    additionalQuestions: rating.wishes.join(', '),
  };
}

/**
 * A rating as staff see it. `createdAt` is a Berlin day `yyyy-mm-dd`; a salutation is the gender 'f', 'm' or 'd'. Stars
 * are from 1 to 5. Topics are joined by comma and space.
 */
export const staffRating = z.object({
  ratingId: id,
  participantSalutation: z.string(),
  participantFirstName: z.string(),
  participantLastName: z.string(),
  coachSalutation: z.string(),
  coachFirstName: z.string(),
  coachLastName: z.string(),
  createdAt: z.string(),
  averageRating: z.number(),
  starsCollaboration: z.int(),
  starsClarifyingOpenQuestions: z.int(),
  starsApplicationProcess: z.int(),
  starsCompetencies: z.int(),
  starsApplicationDocuments: z.int(),
  starRatingRecommend: z.int(),
  personalFeedback: z.string(),
  // Only admins get these fields.
  freeText: z.optional(z.string()),
  speakWithCoachQuestions: z.optional(z.string()),
  additionalQuestions: z.optional(z.string()),
});
export type StaffRating = z.output<typeof staffRating>;

const starFilter = z.int().check(z.minimum(1), z.maximum(5));

/** The filters of the list and of the analytics. `fromDate` and `toDate` limit the day on which a rating was given. */
const filters = z.object({
  fromDate: date,
  toDate: date,
  coachId: z.optional(z.nullable(id)),
  participantId: z.optional(z.nullable(id)),
  participantName: z.optional(z.nullable(text(maxLengths.search))),
  ratingFrom: starFilter,
  ratingTo: starFilter,
});

const filterErrors = ({ fromDate, toDate, ratingFrom, ratingTo }: z.output<typeof filters>) =>
  toFieldErrors({
    toDate: fromDate > toDate ? rangeMessages.invalidRange : null,
    ratingTo: ratingFrom > ratingTo ? 'Die höchste Bewertung darf nicht unter der niedrigsten liegen.' : null,
  });

const filterRefusals = { rangeTooLong: rangeMessages.rangeTooLong };

/** The sort orders of the overview; among equal ratings the newest come first. */
export const ratingOrders = ['newest', 'oldest', 'best', 'worst'] as const;
export type RatingOrder = (typeof ratingOrders)[number];

export const getRatingOverview = call({
  path: 'analytics/appointmentRatingOverview',
  summary:
    'Ratings given in a range of days, newest first unless `sort` is given. Coaches get their own ratings ' +
    'without free text and topics, admins get all ratings.',
  may: ['coach', 'speedCoach', 'admin'],
  isReport: true,
  input: z.extend(filters, {
    sort: z.optional(z.enum(ratingOrders)),
    // Without a page size all ratings are returned.
    page: z.optional(z.int().check(z.minimum(1), z.maximum(100_000))),
    pageSize: z.optional(z.int().check(z.minimum(1), z.maximum(1000))),
  }),
  rules: filterErrors,
  output: z.object({ data: z.array(staffRating), meta: z.object({ total: z.int() }) }),
  refusals: filterRefusals,
});

/** How often each number of stars was given. */
const starCounts = { star1: z.int(), star2: z.int(), star3: z.int(), star4: z.int(), star5: z.int() };

const topicCount = z.object({ name: z.string(), count: z.int() });

/** The star counts of each category, in the order of the form, and their totals. Averages are 0 without ratings. */
const analytics = z.object({
  categories: z.array(z.object({ titel: z.string(), ...starCounts, average: z.number() })),
  total: z.object({
    ratings: z.int(),
    all1Stars: z.int(),
    all2Stars: z.int(),
    all3Stars: z.int(),
    all4Stars: z.int(),
    all5Stars: z.int(),
    average: z.number(),
  }),
  speakWithCoachQuestions: z.array(topicCount),
  additionalQuestions: z.array(topicCount),
});
export type Analytics = z.output<typeof analytics>;
export type TopicCount = z.output<typeof topicCount>;

export const getRatingAnalytics = call({
  path: 'analytics/getRatingAnalytics',
  summary: 'Counts of stars and topics in the ratings that match the filters.',
  may: ['admin'],
  scope: 'figures',
  isReport: true,
  input: filters,
  rules: filterErrors,
  output: z.object({ data: analytics }),
  refusals: filterRefusals,
});

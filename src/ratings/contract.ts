import * as z from 'zod/mini';
import { call, id, nothing, problems, text, type InputOf } from '../shared/call.ts';
import { knownOf, ratingMistakes, topics, wishes, type Rating } from './rules.ts';

// The rules name what is too long with a sentence; this only keeps a body from growing without end.
const written = z.pipe(
  z.nullable(text(20_000, { multiline: true })),
  z.transform((value) => value ?? ''),
);

/** Topics as the wire has them: one text, joined by comma and space. */
const joined = z.pipe(
  z.nullable(text(20_000)),
  z.transform((value) =>
    (value ?? '')
      .split(',')
      .map((topic) => topic.trim())
      .filter(Boolean),
  ),
);

/** The wire's spellings, `starQestions` among them (spec participant §3), live here alone. */
const submission = z.pipe(
  z.object({
    appointmentId: id,
    starQestions: z.array(z.number()),
    personalFeedback: written,
    freeText: written,
    speakWithCoachQuestions: joined,
    additionalQuestions: joined,
  }),
  z.transform((wire) => ({
    appointmentId: wire.appointmentId,
    stars: wire.starQestions,
    personalFeedback: wire.personalFeedback,
    freeText: wire.freeText,
    topics: knownOf(wire.speakWithCoachQuestions, topics) ?? wire.speakWithCoachQuestions,
    wishes: knownOf(wire.additionalQuestions, wishes) ?? wire.additionalQuestions,
  })),
);

export const rateCoaching = call({
  path: 'participant/rateCoaching',
  summary: 'Rates an own coaching that is over; the very same rating again succeeds.',
  may: ['participant', 'admin'],
  statusOnTop: true,
  input: submission,
  rules: (rating) => {
    const mistakes = ratingMistakes(rating);
    return problems({
      starQestions: mistakes.stars,
      personalFeedback: mistakes.personalFeedback,
      freeText: mistakes.freeText,
      speakWithCoachQuestions: mistakes.topics,
      additionalQuestions: mistakes.wishes,
    });
  },
  output: nothing,
  refusals: {
    noParticipantProfile: 'Zu diesem Konto gehört kein Teilnehmerprofil.',
    notRatable: 'Dieser Termin kann nicht bewertet werden.',
    alreadyRated: 'Du hast diesen Termin schon bewertet.',
  },
});

/** A rating as the call takes it. */
export function submissionOf(appointmentId: number, rating: Rating): InputOf<typeof rateCoaching> {
  return {
    appointmentId,
    starQestions: [...rating.stars],
    personalFeedback: rating.personalFeedback,
    freeText: rating.freeText,
    speakWithCoachQuestions: rating.topics.join(', '),
    additionalQuestions: rating.wishes.join(', '),
  };
}

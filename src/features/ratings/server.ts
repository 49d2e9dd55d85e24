import { lockParticipant } from '../people/exports.ts';
import { rangeProblem } from '../../shared/date-range.ts';
import { audit } from '../audit/exports.ts';
import { createRoutesWithExistenceChecks, type ExistenceChecks } from '../../platform/http/calls/handler.ts';
import { notFound, type ServerError } from '../../platform/server-error.ts';
import { dateOf, instantsOfDays } from '../../shared/berlin.ts';
import type { ParsedOf } from '../../shared/call.ts';
import { compareGerman } from '../../shared/german.ts';
import * as contract from './contract.ts';
import type { TopicCount } from './contract.ts';
import { toStaffRating } from './staff-view.rules.ts';
import { isRatable, isSameRating, toStarAnalytics } from './rules.ts';
import * as sql from './sql.ts';

const existenceChecks: ExistenceChecks<typeof contract> = {
  rateCoaching: ({ input, person, db }) => sql.isOwnAppointment(db, input.appointmentId, person.id),
};

/** Handlers for ratings: participants rate coachings; staff get the list and the analytics. */
export const routes = createRoutesWithExistenceChecks(contract, existenceChecks, {
  async rateCoaching({ input: { appointmentId, ...rating }, person, app, transaction, refuse }) {
    await transaction(async (tx) => {
      if (!(await lockParticipant(tx, person.id, app.usesLocks))) throw refuse('noParticipantProfile');
      const appointment = await sql.lockOwnAppointment(tx, app, appointmentId, person.id);
      if (!appointment) throw notFound();
      const existing = await sql.findRating(tx, appointmentId);
      if (existing && isSameRating(existing, rating)) return;
      if (existing) throw refuse('alreadyRated');
      const facts = {
        status: appointment.status,
        date: dateOf(appointment.startsAt),
        hasEnded: appointment.endsAt <= appointment.now,
      };
      if (!isRatable(facts)) throw refuse('notRatable');
      const violation = await sql.insertRating(tx, appointmentId, rating, appointment.now);
      if (violation) throw refuse(violation);
      await audit(tx, { actor: person.id, action: 'rated', person: person.id, appointment: appointmentId });
    });
    return {};
  },

  async getRatingOverview({ input, person, db, refuse }) {
    const isAdmin = person.role === 'admin';
    // Coaches get only their own ratings, whichever coach they request.
    const filters = toFilters(isAdmin ? input : { ...input, coachId: person.id }, refuse);
    const limit = input.pageSize ?? null;
    const offset = limit === null ? 0 : ((input.page ?? 1) - 1) * limit;
    const rows = await sql.listRatings(db, filters, { limit, offset, order: input.sort ?? 'newest' });
    const total = limit === null ? rows.length : await sql.countRatings(db, filters);
    return { data: rows.map((rating) => toStaffRating(rating, { withAdminFields: isAdmin })), meta: { total } };
  },

  async getRatingAnalytics({ input, db, refuse }) {
    const filters = toFilters(input, refuse);
    const starAnalytics = toStarAnalytics(await sql.countStars(db, filters));
    const topics = await sql.countTopics(db, filters);
    return {
      data: {
        ...starAnalytics,
        speakWithCoachQuestions: mostFrequentFirst(topics.filter(({ isWish }) => !isWish)),
        additionalQuestions: mostFrequentFirst(topics.filter(({ isWish }) => isWish)),
      },
    };
  },
});

/** Returns the filters for the database; throws `rangeTooLong` if the days are too far apart. */
function toFilters(
  input: ParsedOf<typeof contract.getRatingAnalytics>,
  refuse: (code: 'rangeTooLong') => ServerError,
): sql.RatingFilters {
  if (rangeProblem(input.fromDate, input.toDate)) throw refuse('rangeTooLong');
  return {
    ...instantsOfDays(input.fromDate, input.toDate),
    coach: input.coachId ?? null,
    participant: input.participantId ?? null,
    name: input.participantName ?? '',
    minStars: input.ratingFrom,
    maxStars: input.ratingTo,
  };
}

const mostFrequentFirst = (counts: readonly TopicCount[]) =>
  counts.toSorted((a, b) => b.count - a.count || compareGerman(a.name, b.name));

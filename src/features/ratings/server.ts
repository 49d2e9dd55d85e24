import { lockParticipant } from '../people/exports.ts';
import { rangeProblem } from '../../shared/date-range.ts';
import { audit } from '../audit/exports.ts';
import { serveObjects, type Objects } from '../../platform/http/calls/handler.ts';
import { notFound, type ServerError } from '../../platform/server-error.ts';
import { dateOf, instantsOfDays } from '../../shared/berlin.ts';
import type { ParsedOf } from '../../shared/call.ts';
import { inGermanOrder } from '../../shared/german.ts';
import * as contract from './contract.ts';
import type { TopicCount } from './contract.ts';
import { asListedRating } from './listed.rules.ts';
import { analyse, ratable, sameRating } from './rules.ts';
import * as sql from './sql.ts';

const objects: Objects<typeof contract> = {
  rateCoaching: ({ input, person, db }) => sql.isOwn(db, input.appointmentId, person.id),
};

/** Handlers of ratings: the participant's, the list for staff, its analytics. */
export const routes = serveObjects(contract, objects, {
  async rateCoaching({ input: { appointmentId, ...rating }, person, app, transaction, refuse }) {
    await transaction(async (tx) => {
      if (!(await lockParticipant(tx, person.id, app.locks))) throw refuse('noParticipantProfile');
      const own = await sql.lockOwn(tx, app, appointmentId, person.id);
      if (!own) throw notFound();
      const rated = await sql.findRating(tx, appointmentId);
      if (rated && sameRating(rated, rating)) return;
      if (rated) throw refuse('alreadyRated');
      const held = { status: own.status, date: dateOf(own.startsAt), past: own.endsAt <= own.now };
      if (!ratable(held)) throw refuse('notRatable');
      const broken = await sql.addRating(tx, appointmentId, rating, own.now);
      if (broken) throw refuse(broken);
      await audit(tx, { actor: person.id, action: 'rated', person: person.id, appointment: appointmentId });
    });
    return {};
  },

  async ratingOverview({ input, person, db, refuse }) {
    const admin = person.role === 'admin';
    // Staff other than admins see their own ratings, whichever coach they request.
    const filters = filtersOf(admin ? input : { ...input, coachId: person.id }, refuse);
    const limit = input.pageSize ?? null;
    const offset = limit === null ? 0 : ((input.page ?? 1) - 1) * limit;
    const rows = await sql.listRatings(db, filters, { limit, offset, order: input.sort ?? 'newest' });
    const total = limit === null ? rows.length : await sql.countRatings(db, filters);
    return { data: rows.map((rating) => asListedRating(rating, { whole: admin })), meta: { total } };
  },

  async ratingAnalytics({ input, db, refuse }) {
    const filters = filtersOf(input, refuse);
    const stars = analyse(await sql.countStars(db, filters));
    const topics = await sql.countTopics(db, filters);
    return {
      data: {
        ...stars,
        speakWithCoachQuestions: mostFrequentFirst(topics.filter(({ wish }) => !wish)),
        additionalQuestions: mostFrequentFirst(topics.filter(({ wish }) => wish)),
      },
    };
  },
});

/** The filters for the database; throws `rangeTooLong`. */
function filtersOf(
  input: ParsedOf<typeof contract.ratingAnalytics>,
  refuse: (code: 'rangeTooLong') => ServerError,
): sql.RatingFilters {
  if (rangeProblem(input.fromDate, input.toDate)) throw refuse('rangeTooLong');
  return {
    ...instantsOfDays(input.fromDate, input.toDate),
    coach: input.coachId ?? null,
    participant: input.participantId ?? null,
    name: input.participantName ?? '',
    lowest: input.ratingFrom,
    highest: input.ratingTo,
  };
}

const mostFrequentFirst = (counts: readonly TopicCount[]) =>
  counts.toSorted((a, b) => b.count - a.count || inGermanOrder(a.name, b.name));

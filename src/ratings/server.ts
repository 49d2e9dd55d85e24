import { lockParticipant } from '../accounts/sql.ts';
import { audit } from '../server/audit.ts';
import { serve } from '../server/handler.ts';
import { notFound } from '../server/refusal.ts';
import { addDays, dateOf, daysBetween, startOfDay } from '../shared/berlin.ts';
import * as contract from './contract.ts';
import { ratable, sameRating } from './rules.ts';
import * as sql from './sql.ts';

/** Handlers of ratings: the participant's, and the list for staff. */
export const served = serve(contract, {
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
    if (daysBetween(input.fromDate, input.toDate) > 3653) throw refuse('rangeTooLong');
    const admin = person.role === 'admin';
    const rows = await sql.listRatings(db, {
      from: startOfDay(input.fromDate),
      till: startOfDay(addDays(input.toDate, 1)),
      // Staff other than admins see their own ratings, whatever coach they name.
      coach: admin ? (input.coachId ?? null) : person.id,
      participant: input.participantId ?? null,
      name: input.participantName ?? '',
      lowest: input.ratingFrom,
      highest: input.ratingTo,
    });
    return {
      data: rows.map(({ createdAt, freeText, topics, wishes, ...rating }) => ({
        ...rating,
        createdAt: dateOf(createdAt),
        ...(admin
          ? { freeText, speakWithCoachQuestions: topics.join(', '), additionalQuestions: wishes.join(', ') }
          : {}),
      })),
    };
  },
});

import type { InputOf } from '../../../shared/call.ts';
import type { AffectedBooking, planAbsence } from '../contract.ts';

type DecisionInput = NonNullable<InputOf<typeof planAbsence>['decisions']>[number];

/**
 * The decision about a booking: a colleague's id, or 'offer' to let the participant choose again; null for none yet.
 */
export type Choice = number | 'offer' | null;

/** The choices by appointment id. */
export type Choices = ReadonlyMap<number, Choice>;

/** The decisions as they are sent, without undecided bookings. */
export function toDecisions(choices: Choices): DecisionInput[] {
  return [...choices].flatMap(([appointmentId, choice]): DecisionInput[] => {
    if (choice === null) return [];
    return [
      choice === 'offer' ? { appointmentId, action: 'offer' } : { appointmentId, action: 'move', toCoachId: choice },
    ];
  });
}

/**
 * The suggested colleague for each booking that a colleague could take: preferably the one who can take the most, so
 * that few people are involved.
 */
export function suggestColleagues(booked: readonly AffectedBooking[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { moves } of booked) for (const { coachId } of moves) counts.set(coachId, (counts.get(coachId) ?? 0) + 1);
  return new Map(
    booked.flatMap(({ appointmentId, moves }) => {
      const [colleague] = [...moves].sort((a, b) => (counts.get(b.coachId) ?? 0) - (counts.get(a.coachId) ?? 0));
      return colleague ? [[appointmentId, colleague.coachId] as const] : [];
    }),
  );
}

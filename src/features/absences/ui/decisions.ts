import type { InputOf } from '../../../shared/call.ts';
import type { AbsentBooking, planAbsence } from '../contract.ts';

type DecisionInput = NonNullable<InputOf<typeof planAbsence>['decisions']>[number];

/**
 * The decision about a booking: a colleague's id, or 'offer' to let the participant choose again; null for none yet.
 */
export type Choice = number | 'offer' | null;

/** The choices by appointment. */
export type Choices = ReadonlyMap<number, Choice>;

/** The decisions as they are sent; bookings without one are left out. */
export function decisionsOf(choices: Choices): DecisionInput[] {
  return [...choices].flatMap(([appointmentId, choice]): DecisionInput[] => {
    if (choice === null) return [];
    return [
      choice === 'offer' ? { appointmentId, action: 'offer' } : { appointmentId, action: 'move', toCoachId: choice },
    ];
  });
}

/**
 * The suggested colleague for each booking that somebody has time for: preferably whoever can take most of them, so
 * that few people are involved.
 */
export function suggestionFor(booked: readonly AbsentBooking[]): Map<number, number> {
  const times = new Map<number, number>();
  for (const { moves } of booked) for (const { coachId } of moves) times.set(coachId, (times.get(coachId) ?? 0) + 1);
  return new Map(
    booked.flatMap(({ appointmentId, moves }) => {
      const [best] = [...moves].sort((a, b) => (times.get(b.coachId) ?? 0) - (times.get(a.coachId) ?? 0));
      return best ? [[appointmentId, best.coachId] as const] : [];
    }),
  );
}

import type { InputOf } from '../../../shared/call.ts';
import type { AffectedBooking, planAbsence } from '../contract.ts';

type DecisionInput = NonNullable<InputOf<typeof planAbsence>['decisions']>[number];

/** The choice for a booking: a colleague's id, or 'offer' to let the participant choose again; null while undecided. */
export type Choice = number | 'offer' | null;

/** The choices by the ids of their appointments. */
export type Choices = ReadonlyMap<number, Choice>;

/** Converts choices to decisions in the form that the call expects; omits undecided bookings. */
export function toDecisions(choices: Choices): DecisionInput[] {
  return [...choices].flatMap(([appointmentId, choice]): DecisionInput[] => {
    if (choice === null) return [];
    return [
      choice === 'offer' ? { appointmentId, action: 'offer' } : { appointmentId, action: 'move', toCoachId: choice },
    ];
  });
}

/**
 * Suggests a colleague for each booking that a colleague could take over. Prefers colleagues who could take over many
 * bookings, so that few colleagues are needed. Returns the colleagues' ids by the ids of the appointments.
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

import { findHoldEnd } from '../../src/features/waiting/rules.ts';
import type { Tx } from '../../src/platform/database/db.ts';
import { addDays, dateOf } from '../../src/shared/berlin.ts';

/** How many hours a slot is held for the person to whom it is offered. */
const holdHours = 2;

/**
 * Puts `mainParticipant` and the first two of `others` on the waiting list, and holds the last free Einzelcoaching of
 * the calendar for the first of `others` (reference 10.12).
 */
export async function addWaitingList(
  tx: Tx,
  now: Date,
  { mainParticipant, others, coach }: { mainParticipant: number; others: readonly number[]; coach: number },
): Promise<void> {
  const today = dateOf(now);
  const noFilter = { coach_id: null, weekdays: null, from_time: null, till_time: null };
  const filters = [noFilter, { ...noFilter, weekdays: [1, 3], from_time: '09:00' }, { ...noFilter, coach_id: coach }];
  const entries = await tx
    .insertInto('waiting_entry')
    .values(
      [...others.slice(0, 2), mainParticipant].map((person_id, index) => ({
        person_id,
        from_date: addDays(today, 1),
        till_date: addDays(today, 40),
        place: 1,
        ...noFilter,
        ...filters[index],
        joined_at: new Date(now.getTime() - (3 - index) * 86_400_000),
      })),
    )
    .returning(['id', 'person_id'])
    .execute();
  const [firstEntry] = entries;
  const slot = await tx
    .selectFrom('appointment')
    .select(['id', 'coach_id', 'starts_at', 'ends_at'])
    .where('status', '=', 'F')
    .where('type_id', '=', 1)
    .orderBy('starts_at', 'desc')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const holdEnd = findHoldEnd(now, slot.starts_at, holdHours);
  if (!firstEntry || !holdEnd) throw new Error('the demo calendar is too short');
  const { id: appointment_id, ...slotData } = slot;
  const offer = { entry_id: firstEntry.id, person_id: firstEntry.person_id, appointment_id };
  await tx
    .insertInto('waiting_offer')
    .values({ ...offer, ...slotData, held_from: now, held_until: holdEnd })
    .execute();
}

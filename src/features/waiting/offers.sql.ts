import { sql } from 'kysely';
import { activeParticipantCondition } from '../people/exports.ts';
import { insertEntriesSql } from '../audit/exports.ts';
import { now, nowShifted, type Clock, type Db, type Tx } from '../../platform/database/db.ts';
import { prepare } from '../../platform/database/prepared.ts';
import { zone } from '../../shared/berlin.ts';
import { cancellableHours, maxSelfBooked } from '../../shared/coaching.ts';
import { noHoldHours, maxOffersPerSlot, maxOffersPerTransaction, type Candidate, type FreedSlot } from './rules.ts';

/** SQL for whether the slot `s` fully meets the criteria of the entry `e`: coach, days, weekdays and times. */
const fits = `(e.coach_id IS NULL OR e.coach_id = s.coach_id)
  AND s.first_day >= e.from_date AND s.last_day <= e.till_date
  AND (e.weekdays IS NULL OR
    extract(isodow FROM s.first_day) = ANY (e.weekdays) AND extract(isodow FROM s.last_day) = ANY (e.weekdays))
  -- Times are within one day, so a slot that continues past midnight never fits them.
  AND (e.from_time IS NULL OR s.first_day = s.last_day AND s.starts >= s.first_day + e.from_time)
  AND (e.till_time IS NULL OR s.ends <= s.first_day + e.till_time)`;

/**
 * SQL for whether the person `p` of the entry `e` could book a slot now. The person must be an active participant with
 * a location and a Word file. If the entry is for rescheduling the booking `o`, it must still be possible to reschedule
 * that booking. Otherwise, the quota must not be used up.
 */
const canBook = `${activeParticipantCondition}
  AND t.location_id IS NOT NULL
  AND EXISTS (SELECT FROM document d WHERE d.participant_id = p.id AND NOT d.by_coach AND d.ending = 'docx')
  AND CASE WHEN e.instead_of IS NULL
    THEN (SELECT count(*) FROM appointment q WHERE q.participant_id = p.id AND q.quota_number IS NOT NULL) < ${maxSelfBooked}
    ELSE o.status = 'G' AND CASE WHEN o.moved_by_staff THEN o.starts_at > moment.now
      ELSE o.starts_at - interval '${cancellableHours} hours' >= moment.now END END`;

const selectCandidates = prepare<{ entry: number; person: number; slots: [id: number, start: number][]; now: Date }>(
  'waiting.candidates',
  `WITH moment AS MATERIALIZED (SELECT ${nowShifted('$2')} AS now),
  slot AS MATERIALIZED (
    SELECT a.id, a.coach_id, a.starts_at, a.ends_at, a.given_up_by, coalesce(a.free_since, a.created_at) AS free_since,
      a.starts_at AT TIME ZONE '${zone}' AS starts, a.ends_at AT TIME ZONE '${zone}' AS ends,
      (a.starts_at AT TIME ZONE '${zone}')::date AS first_day,
      -- A slot that ends at midnight belongs to the day before.
      (a.ends_at AT TIME ZONE '${zone}' - interval '1 microsecond')::date AS last_day,
      row_number() OVER (ORDER BY a.starts_at, a.id) AS turn
    FROM moment, appointment a JOIN coach c ON c.person_id = a.coach_id AND c.active
    WHERE a.id = ANY ($1::bigint[]) AND a.status = 'F' AND a.type_id = 1
      AND a.starts_at > moment.now + interval '${noHoldHours} hours'
      AND (SELECT count(*) FROM waiting_offer f WHERE f.appointment_id = a.id) < ${maxOffersPerSlot}
  )
  SELECT e.id AS entry, e.person_id AS person, fitting.slots, moment.now
  FROM moment, (
      -- Most entries do not fit, so their people are not looked at. OFFSET keeps this step apart.
      SELECT e.* FROM waiting_entry e
      WHERE e.ended_at IS NULL AND EXISTS (SELECT FROM slot s WHERE ${fits})
      ORDER BY e.joined_at, e.id OFFSET 0
    ) e
    JOIN person p ON p.id = e.person_id JOIN participant t ON t.person_id = p.id
    LEFT JOIN appointment o ON o.id = e.instead_of
    CROSS JOIN LATERAL (
      SELECT json_agg(json_build_array(id, extract(epoch FROM starts_at) * 1000) ORDER BY turn) AS slots FROM (
        SELECT s.id, s.starts_at, s.turn FROM slot s
        WHERE ${fits}
          AND s.free_since > e.joined_at AND s.given_up_by IS DISTINCT FROM e.person_id
          AND NOT EXISTS (
            SELECT FROM waiting_offer f WHERE f.appointment_id = s.id AND f.person_id = e.person_id
          )
          AND NOT EXISTS (
            SELECT FROM appointment b
            WHERE b.participant_id = e.person_id AND b.status = 'G' AND b.id IS DISTINCT FROM e.instead_of
              AND b.starts_at < s.ends_at AND s.starts_at < b.ends_at
          )
        ORDER BY s.turn LIMIT ${maxOffersPerTransaction}
      ) f
    ) fitting
  WHERE e.till_date >= (moment.now AT TIME ZONE '${zone}')::date
    AND e.person_id <> ALL ($3::bigint[])
    AND fitting.slots IS NOT NULL
    AND ${canBook}
    AND NOT EXISTS (
      SELECT FROM waiting_offer f
      WHERE f.person_id = e.person_id AND f.outcome IS NULL AND f.held_until > moment.now
    )
  ORDER BY e.joined_at, e.id
  -- A single slot goes to the first entry, so no more are needed.
  LIMIT CASE WHEN cardinality($1) = 1 THEN 1 END`,
);

/**
 * Returns the entries to which one of the freed slots may be offered, in the order in which the entries were created,
 * and the database's time. Leaves out the people in `peopleToSkip`. Reads without locks, since an offer only reserves a
 * slot; booking the slot checks everything again.
 */
export async function listCandidates(
  tx: Tx,
  clock: Clock,
  freedSlots: readonly number[],
  peopleToSkip: readonly number[],
): Promise<{ candidates: Candidate[]; now: Date }> {
  const rows = await selectCandidates(tx, freedSlots, clock.shiftMs, peopleToSkip);
  const toFreedSlots = (slots: [id: number, start: number][]): FreedSlot[] =>
    slots.map(([id, start]) => ({ id, start }));
  return {
    candidates: rows.map(({ entry, person, slots }) => ({ entry, person, slots: toFreedSlots(slots) })),
    now: rows[0]?.now ?? new Date(Number.NaN),
  };
}

/** A new offer of a slot to an entry of a person. All three are ids. */
export interface NewOffer {
  slot: number;
  entry: number;
  person: number;
  until: Date;
}

const insertOffers = prepare<{ slot: number }>(
  'waiting.offer',
  // Leaves out people to whom another transaction is offering a slot at this moment or whose account is being changed.
  // Nothing here waits for a lock, so two transactions that free slots never wait for each other.
  `WITH pick AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1) AS x(slot bigint, entry bigint, person bigint, until timestamptz)
    WHERE pg_try_advisory_xact_lock(hashtextextended('waiting ' || person, 0))
  ), person_free AS MATERIALIZED (
    SELECT id FROM person WHERE id IN (SELECT person FROM pick) FOR KEY SHARE SKIP LOCKED
  ), entry_waits AS MATERIALIZED (
    SELECT id FROM waiting_entry WHERE id IN (SELECT entry FROM pick) AND ended_at IS NULL FOR SHARE SKIP LOCKED
  ), offered AS (
    INSERT INTO waiting_offer
      (entry_id, person_id, appointment_id, coach_id, starts_at, ends_at, held_from, held_until)
    SELECT pick.entry, pick.person, a.id, a.coach_id, a.starts_at, a.ends_at, least(${nowShifted('$2')}, pick.until), pick.until
    FROM pick JOIN person_free p ON p.id = pick.person JOIN entry_waits e ON e.id = pick.entry
      JOIN appointment a ON a.id = pick.slot
    -- An offer to a person who has got another offer since the candidates were read violates a constraint and is
    -- left out.
    ON CONFLICT DO NOTHING
    RETURNING id, person_id, appointment_id
  ), mails AS (
    INSERT INTO mail (kind, person_id, offer_id, to_hand_over) SELECT 'waitingOffer', person_id, id, true FROM offered
  ), entries AS (
    ${insertEntriesSql(`SELECT NULL::bigint, 'slotOffered', person_id, appointment_id FROM offered`)}
  )
  SELECT appointment_id AS slot FROM offered`,
);

/**
 * Offers slots, queues the mails and writes the audit entries. The slots must be locked, or not yet visible to other
 * transactions. Returns the slots that were offered; the rest were meant for people whom another transaction has
 * locked.
 */
export async function insertSlotOffers(tx: Tx, clock: Clock, offers: readonly NewOffer[]): Promise<number[]> {
  return (await insertOffers(tx, JSON.stringify(offers), clock.shiftMs)).map(({ slot }) => slot);
}

/**
 * Marks the holds whose time is over as expired: at most `limit`, the oldest first. Locks and returns their slots,
 * which the caller must offer to the next person. Slots that another person is booking at this moment are left for the
 * next call.
 */
export async function expireHolds(tx: Tx, clock: Clock, limit: number): Promise<number[]> {
  const { rows } = await sql<{ slot: number }>`
    WITH due AS MATERIALIZED (
      SELECT o.id FROM waiting_offer o JOIN appointment a ON a.id = o.appointment_id
      WHERE o.outcome IS NULL AND o.held_until <= ${now(clock)}
      ORDER BY o.held_until, o.id LIMIT ${limit} FOR UPDATE OF a SKIP LOCKED
    )
    UPDATE waiting_offer SET outcome = 'expired' FROM due
    WHERE waiting_offer.id = due.id AND waiting_offer.outcome IS NULL
    RETURNING appointment_id AS slot
  `.execute(tx);
  return rows.map(({ slot }) => slot);
}

/** Ends the entries whose last day has passed. */
export async function endPassedEntries(db: Db, clock: Clock): Promise<void> {
  await sql`
    UPDATE waiting_entry SET ended_at = clock_timestamp(), ended_by = 'passed', place = NULL
    WHERE ended_at IS NULL AND till_date < (${now(clock)} AT TIME ZONE ${zone})::date
  `.execute(db);
}

import * as z from 'zod/mini';
import { call, date, flag, id, nothing, text } from '../../shared/call.ts';
import { coachingTypes } from '../../shared/coaching.ts';
import { longest } from '../../shared/lengths.ts';
import { rangeErrors, rangeSentences } from '../../shared/date-range.ts';
import { searchFields } from './search/contract.ts';
import { rescheduleRefusals, searchErrors } from './search/rules.ts';

const status = z.enum(['F', 'G', 'V', 'K']);
const type = z.enum(coachingTypes);

/** A note to the coach; '' clears it, null and undefined keep it. */
export const bookingNote = z.optional(z.nullable(text(longest.bookingNote, { multiline: true })));

/** The coach's page (`coachId`), and the version whose picture is shown (reference 17.4); null without a picture. */
const coachFace = { coachId: id, coachPicture: z.nullable(id) };

/** A slot that can be booked, or an open Speedcoaching. Date `yyyy-mm-dd`, times `HH:mm`, Berlin wall clock. */
const bookableAppointment = z.object({
  id,
  type,
  date: z.string(),
  day: z.string(),
  start: z.string(),
  end: z.string(),
  coach: z.string(),
  ...coachFace,
  href: z.nullable(z.string()),
  /** Whether it can be cancelled once it is booked; null for a Speedcoaching, which is never booked. */
  stornoPossible: z.nullable(z.boolean()),
  /**
   * The instant (ISO) until which it is held for the caller, who waited for it; left out where it is held for nobody.
   */
  heldUntil: z.optional(z.string()),
});
export type BookableAppointment = z.output<typeof bookableAppointment>;

export const bookable = call({
  path: 'appointment/bookable',
  summary:
    'Free Einzelcoachings until their start and Speedcoachings until their end, in order of start, then coach; of ' +
    'those, where filters are given, what fits them all.',
  may: ['participant', 'admin'],
  input: z.object({
    ...searchFields,
    limit: z.optional(z.int().check(z.minimum(1), z.maximum(200))),
    cursor: z.optional(text(600)),
  }),
  rules: searchErrors,
  output: z.object({
    data: z.array(bookableAppointment),
    meta: z.object({
      quota: z.object({ used: z.int(), max: z.int() }),
      /** Whether the participant has an editable file, without which nothing can be booked. */
      editableFile: z.boolean(),
      nextCursor: z.optional(z.string()),
    }),
  }),
  refusals: { rangeTooLong: rangeSentences.rangeTooLong, ...rescheduleRefusals },
});

export const bookAppointment = call({
  path: 'appointment/bookAppointment',
  summary:
    'Books a free Einzelcoaching, with a word to the coach (`note`) where there is one; booking the one already held ' +
    'succeeds again, and a `note` then replaces the one before until it begins.',
  may: ['participant', 'admin'],
  counts: 'bookings',
  input: z.object({ appointmentId: id, note: bookingNote }),
  output: nothing,
  refusalStatus: 409,
  refusals: {
    noParticipantProfile: 'Zu diesem Konto gehört kein Teilnehmerprofil.',
    notBookable: 'Ein Speedcoaching muss nicht gebucht werden: Öffne einfach den Link.',
    slotTaken: 'Der Termin ist leider schon vergeben.',
    started: 'Der Termin hat schon begonnen.',
    inactive: 'Dein Zugang ist nicht aktiv. Bitte wende dich an das Coaching-Team.',
    noEditableFile: 'Bitte lade zuerst deinen Lebenslauf als Word-Datei (docx) unter „Meine Unterlagen“ hoch.',
    limitReached: 'Du hast schon 3 Einzelcoachings gebucht. Weitere kannst du nicht selbst buchen.',
    overlap: 'Du hast zu dieser Zeit schon einen anderen Termin.',
  },
});

/** One of the caller's own appointments. Times `HH:mm:ss`, Berlin wall clock. */
const ownAppointment = z.object({
  id,
  date: z.string(),
  start: z.string(),
  end: z.string(),
  type,
  coach: z.string(),
  ...coachFace,
  status,
  href: z.nullable(z.string()),
  /** One's word to the coach; '' without one. */
  note: z.string(),
  meta: z.object({
    /** Whether it can be cancelled or rescheduled now. */
    stornoPossible: z.boolean(),
    /** Staff have moved it: both are possible until it begins. */
    movedByStaff: z.boolean(),
    past: z.boolean(),
    today: z.boolean(),
    rating: z.nullable(z.object({ averageRating: z.number() })),
  }),
});
export type OwnAppointment = z.output<typeof ownAppointment>;

export const myAppointment = call({
  path: 'appointment/myAppointment',
  summary: 'The caller’s own appointments: upcoming in order of start, then past ones, newest first.',
  may: ['participant', 'admin'],
  input: nothing,
  output: z.object({ data: z.array(ownAppointment) }),
});

export const cancelAppointment = call({
  path: 'appointment/stornoByParticipant',
  summary:
    'Cancels an own booking up to 48 hours before its start, and until its start where staff have moved it; the ' +
    'slot is free again.',
  may: ['participant', 'admin'],
  counts: 'bookings',
  input: z.object({ appointmentId: id, reason: z.optional(z.nullable(text(longest.reason, { multiline: true }))) }),
  output: nothing,
  refusals: {
    noParticipantProfile: 'Zu diesem Konto gehört kein Teilnehmerprofil.',
    tooLate: 'Dieser Termin kann nicht mehr storniert werden: Das geht nur bis 48 Stunden vor Beginn.',
    notBooked: 'Dieser Termin ist nicht mehr gebucht.',
  },
});

/**
 * A booking for admins: when it was made (ISO instant) and by whom, and its current status. Date `yyyy-mm-dd`, timeSlot
 * 'HH:mm - HH:mm', Berlin wall clock.
 */
const madeBooking = z.object({
  id,
  bookedAt: z.string(),
  bookedBy: z.string(),
  /** The participant booked it in person. */
  selfBooked: flag,
  participant: z.string(),
  participantEmail: z.string(),
  coach: z.string(),
  coachId: id,
  date: z.string(),
  timeSlot: z.string(),
  type,
  status,
});
export type MadeBooking = z.output<typeof madeBooking>;

export const bookingOverview = call({
  path: 'admin/getBookingOverview',
  summary:
    'Bookings by the Berlin days on which they were made, newest first, whatever became of them; 25 a page where ' +
    '`pageSize` is not given.',
  may: ['admin'],
  report: true,
  input: z.object({
    fromDate: date,
    tillDate: date,
    coachId: z.nullable(id),
    page: z.optional(z.int().check(z.minimum(1), z.maximum(100_000))),
    pageSize: z.optional(z.int().check(z.minimum(1), z.maximum(20_000))),
  }),
  output: z.object({ data: z.array(madeBooking), meta: z.object({ total: z.int() }) }),
  rules: rangeErrors,
  refusals: { rangeTooLong: rangeSentences.rangeTooLong },
});

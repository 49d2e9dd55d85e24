import * as z from 'zod/mini';
import { call, date, flag, id, emptyObject, text } from '../../shared/call.ts';
import { coachingTypes } from '../../shared/coaching.ts';
import { maxLengths } from '../../shared/lengths.ts';
import { rangeErrors, rangeMessages } from '../../shared/date-range.ts';
import { searchFields } from './search/contract.ts';
import { rescheduleRefusals, searchErrors } from './search/rules.ts';

/** The letters of `statuses`: free, booked, missed, cancelled. */
const status = z.enum(['F', 'G', 'V', 'K']);
const type = z.enum(coachingTypes);

/** A note to the coach: '' deletes the stored note, null and undefined keep it. */
export const bookingNote = z.optional(z.nullable(text(maxLengths.bookingNote, { multiline: true })));

/**
 * `coachPicture` is the id of the introduction with the coach's current picture (reference 17.4); null without a
 * picture.
 */
const coachFields = { coachId: id, coachPicture: z.nullable(id) };

/**
 * A free Einzelcoaching that has not started, or a Speedcoaching that has not ended. `date` is `yyyy-mm-dd`, `day` the
 * German weekday, `start` and `end` are `HH:mm` on the Berlin wall clock.
 */
const bookableAppointment = z.object({
  id,
  type,
  date: z.string(),
  day: z.string(),
  start: z.string(),
  end: z.string(),
  coach: z.string(),
  ...coachFields,
  /** The link to the coach's online meeting; null for an Einzelcoaching. */
  href: z.nullable(z.string()),
  /**
   * Whether the participant could still cancel the appointment after booking it; null for a Speedcoaching, which is
   * never booked.
   */
  stornoPossible: z.nullable(z.boolean()),
  /**
   * The instant (ISO) until which the slot is held for the caller, who was on the waiting list (reference 12.3);
   * omitted without a hold.
   */
  heldUntil: z.optional(z.string()),
});
export type BookableAppointment = z.output<typeof bookableAppointment>;

export const listBookableSlots = call({
  path: 'appointment/bookable',
  summary:
    'Lists the free Einzelcoachings that have not started and the Speedcoachings that have not ended, if they match ' +
    'all given filters, ordered by start, then by coach.',
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
      /** Whether the participant has uploaded an editable file, which every booking requires. */
      editableFile: z.boolean(),
      nextCursor: z.optional(z.string()),
    }),
  }),
  refusals: { rangeTooLong: rangeMessages.rangeTooLong, ...rescheduleRefusals },
});

export const bookAppointment = call({
  path: 'appointment/bookAppointment',
  summary:
    'Books a free Einzelcoaching, with an optional note to the coach (`note`). Booking it again succeeds, and a ' +
    '`note` then replaces the previous one, as long as the appointment has not begun.',
  may: ['participant', 'admin'],
  rateLimit: 'bookings',
  input: z.object({ appointmentId: id, note: bookingNote }),
  output: emptyObject,
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

/** One of the caller's own appointments. Date `yyyy-mm-dd`, times `HH:mm:ss`, Berlin wall clock. */
const ownAppointment = z.object({
  id,
  date: z.string(),
  start: z.string(),
  end: z.string(),
  type,
  coach: z.string(),
  ...coachFields,
  status,
  /** The link to the coach's online meeting. */
  href: z.nullable(z.string()),
  /** The participant's note to the coach; '' without one. */
  note: z.string(),
  meta: z.object({
    /** Whether it can be cancelled or rescheduled now. */
    stornoPossible: z.boolean(),
    /** Whether the participant has said that they come (reference 4.26). */
    coming: z.boolean(),
    /** Whether staff have moved it, so that it can be cancelled or rescheduled until it begins (reference 4.16). */
    movedByStaff: z.boolean(),
    past: z.boolean(),
    today: z.boolean(),
    rating: z.nullable(z.object({ averageRating: z.number() })),
  }),
});
export type OwnAppointment = z.output<typeof ownAppointment>;

export const listMyAppointments = call({
  path: 'appointment/myAppointment',
  summary: 'The caller’s own appointments: upcoming in order of start, then past ones, newest first.',
  may: ['participant', 'admin'],
  input: emptyObject,
  output: z.object({ data: z.array(ownAppointment) }),
});

export const cancelAppointment = call({
  path: 'appointment/stornoByParticipant',
  summary:
    'Cancels a booking of the caller up to 48 hours before its start, or until its start if staff have moved it; the ' +
    'slot becomes free again.',
  may: ['participant', 'admin'],
  rateLimit: 'bookings',
  input: z.object({ appointmentId: id, reason: z.optional(z.nullable(text(maxLengths.reason, { multiline: true }))) }),
  output: emptyObject,
  refusals: {
    noParticipantProfile: 'Zu diesem Konto gehört kein Teilnehmerprofil.',
    tooLate: 'Dieser Termin kann nicht mehr storniert werden: Das geht nur bis 48 Stunden vor Beginn.',
    notBooked: 'Dieser Termin ist nicht mehr gebucht.',
  },
});

/**
 * A booking in the admins' overview. `bookedAt` is an ISO instant and `status` the current status; `date` is
 * `yyyy-mm-dd` and `timeSlot` 'HH:mm - HH:mm' on the Berlin wall clock.
 */
const overviewBooking = z.object({
  id,
  bookedAt: z.string(),
  bookedBy: z.string(),
  /** Whether the participant booked it themselves. */
  selfBooked: flag,
  participant: z.string(),
  participantId: id,
  participantEmail: z.string(),
  participantPhoneNumber: z.string(),
  participantLocation: z.string(),
  participantQualification: z.string(),
  coach: z.string(),
  coachId: id,
  /** The coach's meeting link. */
  href: z.nullable(z.string()),
  date: z.string(),
  timeSlot: z.string(),
  type,
  status,
  /** The participant's note to the coach; '' without one. */
  note: z.string(),
});
export type OverviewBooking = z.output<typeof overviewBooking>;

export const getBookingOverview = call({
  path: 'admin/getBookingOverview',
  summary:
    'Bookings made on the given Berlin days, newest first, whatever their status is now; 25 a page unless `pageSize` ' +
    'is given.',
  may: ['admin'],
  scope: 'appointments',
  isReport: true,
  input: z.object({
    fromDate: date,
    tillDate: date,
    coachId: z.nullable(id),
    page: z.optional(z.int().check(z.minimum(1), z.maximum(100_000))),
    pageSize: z.optional(z.int().check(z.minimum(1), z.maximum(20_000))),
  }),
  output: z.object({ data: z.array(overviewBooking), meta: z.object({ total: z.int() }) }),
  rules: rangeErrors,
  refusals: { rangeTooLong: rangeMessages.rangeTooLong },
});

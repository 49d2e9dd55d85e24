import * as z from 'zod/mini';
import { call, optionalId, date, id, isoWeekdayField, emptyObject, text } from '../../shared/call.ts';
import { maxDays, maxEntries, waitingErrors } from './rules.ts';

/** A time `HH:mm` of the Berlin wall clock; '' if any time is fine. Seconds may be sent and are cut off. */
const optionalTime = z.pipe(
  z.optional(z.nullable(text(8))),
  z.transform((value) => (value ?? '').slice(0, 5)),
);

/** The message of the refusal `inactive` if the coach is inactive; the usual message is about the caller. */
export const coachInactiveMessage =
  'Dieser Coach bietet zurzeit keine Termine an. Bitte wähle einen anderen Coach oder „Alle Coaches“.';

export const joinWaitingList = call({
  path: 'waiting/join',
  summary:
    'Puts the caller on the waiting list for an Einzelcoaching with a coach, or with any coach if `coachId` is null. ' +
    'If an identical entry exists, returns its id.',
  may: ['participant', 'admin'],
  rateLimit: 'bookings',
  input: z.object({
    coachId: optionalId,
    fromDate: date,
    tillDate: date,
    weekdays: z.optional(
      z.nullable(
        z
          .array(isoWeekdayField)
          .check(
            z.minLength(1, 'Hier fehlt ein Wochentag.'),
            z.maxLength(7, 'Hier stehen höchstens sieben Wochentage.'),
          ),
      ),
    ),
    fromTime: optionalTime,
    tillTime: optionalTime,
    insteadOf: z.optional(optionalId),
  }),
  rules: waitingErrors,
  output: z.object({ data: z.object({ waitingId: id }) }),
  refusalStatus: 409,
  refusals: {
    noParticipantProfile: 'Zu diesem Konto gehört kein Teilnehmerprofil.',
    rangeTooLong: `Der Zeitraum darf höchstens ${maxDays} Tage lang sein.`,
    notBooked: 'Dieser Termin ist nicht mehr gebucht.',
    tooLate: 'Dieser Termin kann nicht mehr verlegt werden: Das geht nur bis 48 Stunden vor Beginn.',
    inPast: 'Diese Tage sind schon vorbei.',
    inactive: 'Dein Zugang ist nicht aktiv. Bitte wende dich an das Coaching-Team.',
    noEditableFile: 'Bitte lade zuerst deinen Lebenslauf als Word-Datei (docx) unter „Meine Unterlagen“ hoch.',
    limitReached: 'Du hast schon 3 Einzelcoachings gebucht. Weitere kannst du nicht selbst buchen.',
    tooMany: `Du stehst schon mit ${maxEntries} Wünschen auf der Warteliste. Nimm zuerst einen davon zurück.`,
  },
});

/**
 * A slot that is held for the caller until the instant `until` (ISO). The date `yyyy-mm-dd` and the times `HH:mm` are
 * of the Berlin wall clock.
 */
const offer = z.object({
  appointmentId: id,
  date: z.string(),
  start: z.string(),
  end: z.string(),
  coach: z.string(),
  coachId: id,
  until: z.string(),
});
export type SlotOffer = z.output<typeof offer>;

/**
 * An open entry of the caller; null stands for any coach, weekday or time. `insteadOf` is the booking that the caller
 * wants to reschedule, or null. `since` is an instant (ISO).
 */
const ownEntry = z.object({
  waitingId: id,
  coach: z.nullable(z.string()),
  coachId: z.nullable(id),
  coachInactive: z.boolean(),
  fromDate: z.string(),
  tillDate: z.string(),
  weekdays: z.nullable(z.array(z.int())),
  fromTime: z.nullable(z.string()),
  tillTime: z.nullable(z.string()),
  insteadOf: z.nullable(id),
  since: z.string(),
  offer: z.nullable(offer),
});
export type WaitingEntry = z.output<typeof ownEntry>;

export const listMyWaitingEntries = call({
  path: 'waiting/mine',
  summary: 'Lists the caller’s entries on the waiting list, oldest first, each with the slot that is held for it.',
  may: ['participant', 'admin'],
  input: emptyObject,
  output: z.object({ data: z.array(ownEntry) }),
});

export const declineOffer = call({
  path: 'waiting/decline',
  summary: 'Declines the slot that is held for an entry; it is offered to the next person, and the entry stays open.',
  may: ['participant', 'admin'],
  rateLimit: 'bookings',
  input: z.object({ waitingId: id }),
  output: emptyObject,
});

export const leaveWaitingList = call({
  path: 'waiting/leave',
  summary: 'Takes an entry off the waiting list; a slot that is held for it is offered to the next person.',
  may: ['participant', 'admin'],
  rateLimit: 'bookings',
  input: z.object({ waitingId: id }),
  output: emptyObject,
});

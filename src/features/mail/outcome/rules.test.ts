import { describe, expect, test } from 'vitest';
import type { CancelKind } from '../../../shared/coaching.ts';
import {
  computeHoldEnd,
  createOutcomeMails,
  createParticipantAndCoachMails,
  stateOf,
  type BookingChange,
  type BookingSnapshot,
  type BookingState,
  type KnownBooking,
  type OutcomeKind,
} from './rules.ts';

const [participant, coach, colleague, formerColleague] = [1, 2, 3, 4];
const now = new Date('2026-11-24T12:00:00Z');
const at = (minutes: number) => new Date(+now + minutes * 60_000);
const startsAt = at(6_000);
const booked: BookingSnapshot = { state: 'booked', coach, startsAt, endsAt: at(6_045) };
const inState = (state: BookingState): BookingSnapshot => ({ ...booked, state });
const atColleague: BookingSnapshot = { ...booked, coach: colleague };

/** A change by staff of appointment 7, with mails of this kind to the participant and the coach. */
const changeTo = (after: BookingSnapshot, kind: OutcomeKind, changes: Partial<BookingChange> = {}): BookingChange => ({
  before: booked,
  after,
  participant,
  previousAppointment: null,
  mails: createParticipantAndCoachMails(kind, 7, { participant, coach }),
  byParticipant: false,
  ...changes,
});
/** The kinds of the mails by their recipients. `known` is what people knew before an earlier change. */
const kindsOf = (change: BookingChange, known: [number, KnownBooking][] = []) =>
  Object.fromEntries(createOutcomeMails(change, new Map(known)).map(({ person, kind }) => [person, kind]));

test('the state of an appointment is its status, or the kind of its cancellation', () => {
  const state = (status: string, cancelKind: CancelKind | null = null) => stateOf({ status, cancelKind });
  // The status G is booked, V is missed, K is cancelled.
  expect([state('G'), state('V'), state('K', 'goodwill'), state('K', 'rescheduled')]).toEqual([
    'booked',
    'missed',
    'goodwill',
    'rescheduled',
  ]);
  expect([state('K'), state('G', 'goodwill')]).toEqual(['booked', 'booked']);
});

describe('the mails about the outcome of a change [11.7]', () => {
  test('go to everybody who knew the booking as it was, with what each knew', () => {
    const change = changeTo(inState('byAdmin'), 'appointmentCancelledByUs');
    expect(createOutcomeMails(change, new Map())).toEqual(
      [participant, coach].map((person) => ({
        kind: 'appointmentCancelledByUs',
        person,
        appointment: 7,
        knownBooking: booked,
      })),
    );
  });

  test('do not go to the coach who made the change, unless an earlier mail to this coach was withdrawn', () => {
    const change = changeTo(inState('missed'), 'appointmentMissed', { skipMailTo: coach });
    expect(kindsOf(change)).toEqual({ [participant]: 'appointmentMissed' });
    expect(kindsOf(change, [[coach, booked]])).toEqual({
      [participant]: 'appointmentMissed',
      [coach]: 'appointmentMissed',
    });
  });

  test.each<[OutcomeKind, BookingState, BookingState]>([
    ['appointmentCancelledByUs', 'byAdmin', 'byAdmin'],
    ['appointmentGoodwill', 'goodwill', 'goodwill'],
    ['appointmentCalledOff', 'goodwill', 'goodwill'],
    ['appointmentMissed', 'missed', 'missed'],
    ['appointmentCancelled', 'byParticipant', 'byParticipant'],
    ['appointmentCancelled', 'byParticipant', 'goodwill'],
    ['appointmentHandedOver', 'rescheduled', 'rescheduled'],
    ['appointmentHandedOver', 'rescheduled', 'byAdmin'],
  ])('of the kind %s do not go to a person who knows it (now %s, known %s)', (kind, state, known) => {
    expect(kindsOf(changeTo(inState(state), kind), [[participant, inState(known)]])).toEqual({ [coach]: kind });
  });

  test.each<[OutcomeKind, BookingState, BookingState]>([
    ['appointmentCancelledByUs', 'byAdmin', 'goodwill'],
    ['appointmentGoodwill', 'goodwill', 'byAdmin'],
    ['appointmentMissed', 'missed', 'byAdmin'],
    ['appointmentCancelled', 'byParticipant', 'missed'],
    ['appointmentHandedOver', 'rescheduled', 'booked'],
  ])('of the kind %s go to a person who knows another state (now %s, known %s)', (kind, state, known) => {
    const kinds = kindsOf(changeTo(inState(state), kind), [[participant, inState(known)]]);
    expect(kinds).toEqual({ [participant]: kind, [coach]: kind });
  });

  test('do not announce the end of a booking of which a person was never notified', () => {
    const kinds: [OutcomeKind, BookingState][] = [
      ['appointmentCancelledByUs', 'byAdmin'],
      ['appointmentCalledOff', 'goodwill'],
      ['appointmentHandedOver', 'rescheduled'],
    ];
    for (const [kind, state] of kinds)
      expect(kindsOf(changeTo(inState(state), kind), [[participant, 'none']])).toEqual({ [coach]: kind });
    expect(kindsOf(changeTo(inState('missed'), 'appointmentMissed'), [[coach, 'none']])).toMatchObject({
      [coach]: 'appointmentMissed',
    });
  });

  test('are not needed if a withdrawn change was undone: everybody knows the booking as it is', () => {
    const change = changeTo(booked, 'appointmentSetBack', { before: inState('byAdmin') });
    expect(kindsOf(change)).toEqual({ [participant]: 'appointmentSetBack', [coach]: 'appointmentSetBack' });
    expect(
      kindsOf(change, [
        [participant, booked],
        [coach, booked],
      ]),
    ).toEqual({});
  });

  test.each([
    ['coach', { coach: colleague }],
    ['start', { startsAt: at(5_999) }],
    ['end', { endsAt: at(6_046) }],
  ])('say that a booking was moved if only its %s differs from what a person knew', (_, changes) => {
    const change = changeTo(booked, 'appointmentSetBack', { before: inState('byAdmin') });
    expect(kindsOf(change, [[participant, { ...booked, ...changes }]])).toMatchObject({
      [participant]: 'appointmentMovedByStaff',
    });
  });

  test('say that a booking was set back if a person knew that it was cancelled, and moved otherwise', () => {
    const change = changeTo(atColleague, 'appointmentMovedByStaff');
    expect(kindsOf(change, [[participant, inState('goodwill')]])).toEqual({
      [participant]: 'appointmentSetBack',
      [coach]: 'appointmentMovedByStaff',
    });
  });

  test('announce a new booking to everybody if the participant was never notified of it', () => {
    const change = changeTo(atColleague, 'appointmentMovedByStaff');
    expect(kindsOf(change, [[participant, 'none']])).toEqual({
      [participant]: 'appointmentBooked',
      [coach]: 'appointmentBooked',
    });
    const newBooking = changeTo(booked, 'appointmentBooked', { before: null });
    expect(createOutcomeMails(newBooking, new Map()).map(({ knownBooking }) => knownBooking)).toEqual(['none', 'none']);
  });

  test('say to a coach who was never notified of a booking that it was moved', () => {
    const change = changeTo(atColleague, 'appointmentMovedByStaff', {
      mails: createParticipantAndCoachMails('appointmentMovedByStaff', 7, { participant, coach: colleague }),
    });
    expect(createOutcomeMails(change, new Map()).find(({ person }) => person === colleague)).toMatchObject({
      kind: 'appointmentMovedByStaff',
      knownBooking: 'none',
    });
  });

  test('always go to the participant who made the change', () => {
    const change = changeTo(inState('byParticipant'), 'appointmentCancelled', { byParticipant: true });
    const known: [number, KnownBooking][] = [
      [participant, 'none'],
      [coach, 'none'],
    ];
    expect(kindsOf(change, known)).toEqual({ [participant]: 'appointmentCancelled' });
    expect(createOutcomeMails(change, new Map(known))[0]?.knownBooking).toEqual(booked);
    const newBooking = changeTo(booked, 'appointmentBooked', { before: null, byParticipant: true });
    expect(createOutcomeMails(newBooking, new Map(known))[0]?.knownBooking).toBe('none');
  });

  test('of a second move also go to the coach who knows the booking from before the first one', () => {
    const move = changeTo({ ...booked, coach: formerColleague }, 'appointmentMovedByStaff', {
      before: atColleague,
      mails: createParticipantAndCoachMails('appointmentMovedByStaff', 7, { participant, coach: formerColleague }),
      previousAppointment: 6,
    });
    const known: [number, KnownBooking][] = [
      [participant, booked],
      [coach, booked],
    ];
    expect(createOutcomeMails(move, new Map(known))).toEqual([
      { kind: 'appointmentMovedByStaff', person: participant, appointment: 7, knownBooking: booked },
      { kind: 'appointmentMovedByStaff', person: formerColleague, appointment: 7, knownBooking: 'none' },
      { kind: 'appointmentHandedOver', person: coach, appointment: 6, knownBooking: booked },
    ]);
    expect(kindsOf({ ...move, previousAppointment: null }, known)).toEqual({
      [participant]: 'appointmentMovedByStaff',
      [formerColleague]: 'appointmentMovedByStaff',
    });
  });
});

describe('the hold on the mails about a change by staff [11.7]', () => {
  const holdEnd = (beforeStart: Date | null, afterStart: Date, holdSeconds = 60) =>
    computeHoldEnd(
      { before: beforeStart && { ...booked, startsAt: beforeStart }, after: { ...booked, startsAt: afterStart } },
      { now, holdSeconds },
    );

  test('ends some seconds after the change', () => {
    expect(holdEnd(at(61), at(61))).toEqual(at(1));
    expect(holdEnd(null, at(61))).toEqual(at(1));
    expect(holdEnd(at(61), at(61), 0)).toBeNull();
  });

  test('is left out if the appointment begins within an hour, at its old or its new time', () => {
    expect(holdEnd(at(60), at(90))).toBeNull();
    expect(holdEnd(at(90), at(60))).toBeNull();
    expect(holdEnd(at(90), new Date(+now + 1))).toBeNull();
  });

  test('applies to an appointment that has begun', () => expect(holdEnd(now, now)).toEqual(at(1)));
});

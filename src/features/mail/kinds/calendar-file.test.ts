import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import {
  toCalendarEvent,
  uidOf,
  writeCalendar,
  type CalendarAppointment,
  type Calendar,
} from './calendar-file.adapter.ts';

const publicUrl = 'https://portal.example';
const now = new Date('2026-11-21T08:00:00Z');
const appointment: CalendarAppointment = {
  id: 7,
  eventNumber: 7,
  sequence: 2,
  startsAt: new Date('2026-11-30T09:00:00Z'),
  endsAt: new Date('2026-11-30T09:45:00Z'),
  coach: 'Cora Coach',
  participant: 'Jörg Anders Müller-Lüdenscheidt',
  teamsLink: 'https://teams.example/cora?a=1;b,c&d=2',
  movedByStaff: false,
};
const createParticipantEvent = (
  changes: Partial<CalendarAppointment> = {},
  context: { now?: Date; isCancelled?: boolean } = {},
) => toCalendarEvent({ ...appointment, ...changes }, { role: 'participant' }, { publicUrl, now, ...context });

function calendarText(calendar: Partial<Calendar> = {}): string {
  return writeCalendar({ method: 'PUBLISH', publicUrl, now, events: [createParticipantEvent()], ...calendar });
}

/** Reads a calendar and its events with an independent parser, which uses the time zone definition in the file. */
function parseCalendar(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  return { calendar, events: calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event)) };
}

describe('an appointment in a calendar [11.5]', () => {
  test('says that the participant can cancel it until it begins if staff have moved it', () => {
    const justBeforeStart = new Date(appointment.startsAt.getTime() - 1);
    const descriptionAt = (now: Date) => createParticipantEvent({ movedByStaff: true }, { now }).description.join(' ');
    expect(descriptionAt(justBeforeStart)).toContain('Stornierbar bis zum Beginn.');
    expect(descriptionAt(appointment.startsAt)).not.toContain('Stornierbar');
  });

  test('has the link to the meeting as its location, a permanent UID, and a sequence number', () => {
    const { calendar, events } = parseCalendar(calendarText());
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH');
    expect(events[0]?.uid).toBe('termin-7@portal.example');
    expect(events[0]?.uid).toBe(uidOf(7, publicUrl));
    expect(events[0]?.sequence).toBe(2);
    expect(events[0]?.location).toBe(appointment.teamsLink);
    expect(events[0]?.component.getFirstPropertyValue('dtstamp')?.toString()).toBe('2026-11-21T08:00:00Z');
    expect(events[0]?.component.getFirstPropertyValue('status')).toBe('CONFIRMED');
  });

  test('shows the participant the coach and the deadline for cancelling', () => {
    const [event] = parseCalendar(calendarText()).events;
    expect(event?.summary).toBe('Bewerbungscoaching mit Cora Coach');
    expect(event?.description).toContain('Stornierbar bis Sa, 28.11.2026, 10:00 Uhr.');
    expect(event?.description).not.toMatch(/kostenfrei/i);
    expect(event?.description).toContain('https://portal.example/appointments');
  });

  test('names the deadline for cancelling until it has passed, and not afterwards', () => {
    const deadline = new Date('2026-11-28T09:00:00Z');
    const descriptionAt = (moment: Date) => createParticipantEvent({}, { now: moment }).description.join(' ');
    expect(descriptionAt(deadline)).toContain('Stornierbar bis');
    expect(descriptionAt(new Date(deadline.getTime() + 1))).not.toMatch(/stornierbar|28\.11\./i);
    expect(createParticipantEvent({}, { isCancelled: true }).description.join(' ')).not.toMatch(/stornierbar/i);
  });

  test('shows the coach the participant’s name, or only the initials if requested', () => {
    const event = toCalendarEvent(appointment, { role: 'coach' }, { publicUrl, now });
    expect(event.summary).toBe('Coaching mit Jörg Anders Müller-Lüdenscheidt');
    const textWithInitials = calendarText({
      events: [toCalendarEvent(appointment, { role: 'coach', initialsOnly: true }, { publicUrl, now })],
    });
    expect(parseCalendar(textWithInitials).events[0]?.summary).toBe('Coaching mit J. A. M.');
    expect(textWithInitials).not.toMatch(/Jörg|Anders|Müller/);
  });

  test.each(['2027-03-27', '2027-03-28', '2027-03-29', '2027-10-30', '2027-10-31', '2027-11-01', '2027-07-01'])(
    'has the right time of day on %s, even if the calendar program does not know the time zone of Berlin',
    (day) => {
      const at = (time: string) => {
        const moment = Temporal.ZonedDateTime.from(`${day}T${time}[Europe/Berlin]`);
        return new Date(moment.epochMilliseconds);
      };
      for (const [start, end] of [
        ['00:00', '00:45'],
        ['01:15', '04:00'],
        ['10:00', '10:45'],
        ['23:00', '23:45'],
      ] as const) {
        const text = calendarText({ events: [createParticipantEvent({ startsAt: at(start), endsAt: at(end) })] });
        const [event] = parseCalendar(text).events;
        expect(event?.startDate.toString()).toBe(`${day}T${start}:00`);
        expect(event?.endDate.toString()).toBe(`${day}T${end}:00`);
        // The parser uses the time zone definition in the file.
        expect(event?.startDate.zone?.tzid).toBe('Europe/Berlin');
        expect(event?.startDate.toJSDate()).toEqual(at(start));
        expect(event?.endDate.toJSDate()).toEqual(at(end));
      }
    },
  );

  test('escapes text that people have entered, so that it adds no line, property or event', () => {
    const coach = 'Eve\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:x; a, b \\ "c"';
    const { events } = parseCalendar(calendarText({ events: [createParticipantEvent({ coach })] }));
    expect(events).toHaveLength(1);
    expect(events[0]?.summary).toBe('Bewerbungscoaching mit Eve END:VEVENT BEGIN:VEVENT UID:x; a, b \\ "c"');
  });

  test('has lines of at most 75 bytes that end with CRLF', () => {
    const text = calendarText({ events: [createParticipantEvent({ coach: 'Ä'.repeat(200) })] });
    const lines = text.split('\r\n');
    expect(lines.at(-1)).toBe('');
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(parseCalendar(text).events[0]?.summary).toContain('Ä'.repeat(200));
  });

  test('keeps its UID when it is cancelled, and has the status CANCELLED', () => {
    const cancelledEvent = createParticipantEvent({ sequence: 3 }, { isCancelled: true });
    const { calendar, events } = parseCalendar(calendarText({ method: 'CANCEL', events: [cancelledEvent] }));
    expect(calendar.getFirstPropertyValue('method')).toBe('CANCEL');
    expect(events[0]?.uid).toBe('termin-7@portal.example');
    expect(events[0]?.sequence).toBe(3);
    expect(events[0]?.component.getFirstPropertyValue('status')).toBe('CANCELLED');
  });
});

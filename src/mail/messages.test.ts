import { describe, expect, test } from 'vitest';
import { newPasswordProblem } from '../accounts/rules.ts';
import type { AppointmentKind, AppointmentMessage } from './appointment-words.ts';
import { write, type Facts } from './messages.ts';
import { reminderKinds, type ReminderKind } from './rules.ts';
import { newPassword, newToken } from './secrets.ts';

const sender = { provider: 'Bildungswerk', coachingEmail: 'team@portal.example', publicUrl: 'https://portal.example' };
const appointment = {
  startsAt: new Date('2026-11-30T09:00:00Z'),
  endsAt: new Date('2026-11-30T09:45:00Z'),
  coach: 'Cora Coach',
  participant: 'Jörg Müller-Lüdenscheidt',
  teamsLink: 'https://teams.example/cora?a=1&b=2',
};
const early = new Date('2026-11-20T00:00:00Z');
const told = (kind: AppointmentKind, changes: Partial<AppointmentMessage> = {}) =>
  write({ kind, firstName: 'Jörg', to: 'participant', appointment, now: early, ...changes }, sender);
const booked = (changes: Partial<AppointmentMessage> = {}) => told('appointmentBooked', changes);
const appointmentKinds = [
  'appointmentBooked',
  'appointmentCancelled',
  'appointmentCancelledByUs',
  'appointmentGoodwill',
  'appointmentMissed',
  'appointmentSetBack',
] as const;

describe('a mail about a booking', () => {
  test('tells the participant when, with whom, where, and until when it can be cancelled', () => {
    const { text, subject } = booked();
    expect(subject).toBe('Dein Coaching ist gebucht');
    expect(text).toContain('Termin: Mo, 30.11.2026, 10:00 bis 10:45 Uhr\nCoach: Cora Coach');
    expect(text).toContain('https://teams.example/cora?a=1&b=2');
    expect(text).toContain('bis Sa, 28.11.2026, 10:00 Uhr stornieren');
  });

  test('offers the cancelling to its last instant and not beyond', () => {
    const limit = new Date('2026-11-28T09:00:00Z');
    expect(booked({ now: limit }).text).toContain('stornieren');
    expect(booked({ now: new Date(limit.getTime() + 1) }).text).not.toContain('stornieren');
  });

  test('counts 48 real hours across a clock change', () => {
    const monday = { startsAt: new Date('2026-10-26T09:00:00Z'), endsAt: new Date('2026-10-26T09:45:00Z') };
    const { text } = booked({ appointment: { ...appointment, ...monday }, now: new Date('2026-10-01T00:00:00Z') });
    expect(text).toContain('Mo, 26.10.2026, 10:00 bis 10:45 Uhr');
    expect(text).toContain('bis Sa, 24.10.2026, 11:00 Uhr');
  });

  test('names the participant to the coach, and no cancelling', () => {
    const { text } = booked({ to: 'coach' });
    expect(text).toContain('Teilnehmer:in: Jörg Müller-Lüdenscheidt');
    expect(text).not.toContain('stornieren');
  });
});

describe('a mail about a change by the team', () => {
  const over = new Date('2026-12-01T00:00:00Z');

  test('says that a cancelled coaching does not take place, unless it was in the past', () => {
    for (const kind of ['appointmentCancelledByUs', 'appointmentGoodwill'] as const) {
      expect(told(kind).text).toContain('findet nicht statt');
      expect(told(kind, { now: over }).text).not.toContain('findet nicht statt');
      expect(told(kind).text).toContain('zählt nicht zu deinen');
    }
  });

  test('tells a coaching that is set back like a booking; a past one without link and limit', () => {
    expect(told('appointmentSetBack').text).toContain('https://teams.example/cora');
    expect(told('appointmentSetBack').text).toContain('bis Sa, 28.11.2026, 10:00 Uhr stornieren');
    expect(told('appointmentSetBack', { now: over }).text).not.toMatch(/teams\.example|stornieren/);
  });

  test('names each change in its subject, for participant and coach', () => {
    const subjects = appointmentKinds.flatMap((kind) => [told(kind).subject, told(kind, { to: 'coach' }).subject]);
    expect(new Set(subjects).size).toBe(subjects.length);
    for (const kind of appointmentKinds)
      expect(told(kind, { to: 'coach' }).text).toContain('Teilnehmer:in: Jörg Müller-Lüdenscheidt');
  });
});

describe('a reminder', () => {
  const reminder = (kind: ReminderKind) => write({ kind, firstName: 'Jörg', appointment }, sender).text;

  test('says until when the coaching can be cancelled, three days before', () => {
    expect(reminder('reminderThreeDays')).toContain('noch bis Sa, 28.11.2026, 10:00 Uhr stornierbar');
  });

  test('holds the link to the coaching on the day before and shortly before', () => {
    expect(reminder('reminderDayBefore')).toContain('https://teams.example/cora');
    expect(reminder('reminderSoon')).toContain('https://teams.example/cora');
  });

  test('names the appointment and the way to switch it off', () => {
    for (const kind of reminderKinds) {
      expect(reminder(kind)).toContain('Termin: Mo, 30.11.2026, 10:00 bis 10:45 Uhr\nCoach: Cora Coach');
      expect(reminder(kind)).toContain('https://portal.example/einstellungen');
    }
  });
});

describe('every mail', () => {
  const every: Facts[] = [
    { kind: 'confirmation', firstName: 'Ada', token: 'abc_-' },
    { kind: 'temporaryPassword', firstName: 'Ada', password: 'Abcd!2345678efgh' },
    { kind: 'passwordChanged', firstName: 'Ada' },
    { kind: 'emailChanged', firstName: 'Ada' },
    { kind: 'emailReplaced', firstName: 'Ada' },
    { kind: 'fileFromCoach', firstName: 'Ada' },
    ...reminderKinds.map((kind) => ({ kind, firstName: 'Ada', appointment })),
    ...appointmentKinds.flatMap((kind) =>
      (['participant', 'coach'] as const).map((to) => ({ kind, to, firstName: 'Ada', appointment, now: early })),
    ),
  ];
  const hostile = 'Eve</p><img src=//evil.example/x>\r\nPasswort: falsch';

  test('has a subject and the same words in both parts', () => {
    for (const facts of every) {
      const { subject, text, html } = write(facts, sender);
      const words = html
        .replace(/^[^]*<body/, '<body')
        .replace(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g, '$2: $1')
        .replace(/<[^>]*>/g, ' ')
        .replaceAll('&amp;', '&');
      expect(words.replace(/\s+/g, '')).toBe(text.replace(/\s+/g, ''));
      expect(subject).toMatch(/^\p{Lu}[\p{L} ]+\??$/u);
    }
  });

  test('keeps names of people as text: no markup, no line of its own, nothing in the subject', () => {
    for (const facts of every) {
      const named = { ...facts, firstName: hostile };
      if ('appointment' in named)
        named.appointment = {
          ...named.appointment,
          coach: hostile,
          participant: hostile,
          teamsLink: 'https://x/"><b>',
        };
      const { subject, text, html } = write(named, sender);
      expect(html).not.toMatch(/<img|<b>/);
      expect(text).not.toMatch(/^Passwort: falsch/m);
      expect(subject).toBe(write(facts, sender).subject);
    }
  });

  test('follows the colours of the mail program, light or dark, and wraps what is long', () => {
    for (const facts of every) {
      const { html } = write(facts, sender);
      expect(html).toContain('<meta name="color-scheme" content="light dark">');
      expect(html).toContain('overflow-wrap:anywhere');
      // Colours stand in pairs alone: a background without its text would be lost in a dark view, or the other way.
      for (const [style] of html.matchAll(/style="[^"]*"/g))
        expect(style.includes('background:')).toBe(/[;"]color:/.test(style));
    }
  });

  test('loads nothing from outside', () => {
    for (const facts of every) expect(write(facts, sender).html).not.toMatch(/src=|url\(|<link|<script/);
  });
});

test('a mail about registering speaks of registering, since signing in is something else', () => {
  const { subject, text } = write({ kind: 'confirmation', firstName: 'Ada', token: 'abc' }, sender);
  expect(`${subject} ${text}`).toContain('registriert');
  expect(`${subject} ${text}`).not.toMatch(/anmeld|angemeldet/i);
});

test('a one-time password stands on a line of its own', () => {
  const { text } = write({ kind: 'temporaryPassword', firstName: 'Ada', password: 'Abcd!2345678efgh' }, sender);
  expect(text.split('\n')).toContain('Passwort: Abcd!2345678efgh');
});

test('one-time passwords keep the rules of passwords, without characters that look alike', () => {
  for (let i = 0; i < 500; i++) {
    const { text } = newPassword();
    expect(newPasswordProblem(text)).toBeNull();
    expect(text).toMatch(/^[^Il1Oo0\s]{16}$/);
  }
});

test('tokens hold 256 bits and only their SHA-256 is for keeping', () => {
  const { text, hash } = newToken();
  expect(Buffer.from(text, 'base64url')).toHaveLength(32);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
});

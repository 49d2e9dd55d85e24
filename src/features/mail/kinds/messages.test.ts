import { describe, expect, test } from 'vitest';
import { notices, type NoticeKind } from './account.words.ts';
import type { AppointmentFacts } from './appointment-blocks.words.ts';
import { appointmentMails, type AppointmentKind, type AppointmentMessage } from './appointment.words.ts';
import type { MailMarkup } from './file.words.ts';
import { writeMessage, type MessageFacts } from './messages.words.ts';
import { reminderKinds, type ReminderKind } from '../rules.ts';

const sender = {
  provider: 'Bildungswerk',
  coachingEmail: 'team@portal.example',
  publicUrl: 'https://portal.example',
  singleSignOn: 'Lernhaus-Konto',
};
const appointment: AppointmentFacts = {
  id: 4711,
  startsAt: new Date('2026-11-30T09:00:00Z'),
  endsAt: new Date('2026-11-30T09:45:00Z'),
  coach: 'Cora Coach',
  participant: 'Jörg Müller-Lüdenscheidt',
  teamsLink: 'https://teams.example/cora?a=1&b=2',
  movedByStaff: false,
  move: null,
};
const beforeDeadline = new Date('2026-11-20T00:00:00Z');
const writeAppointmentMessage = (kind: AppointmentKind, changes: Partial<AppointmentMessage> = {}) =>
  writeMessage(
    { kind, firstName: 'Jörg', recipient: 'participant', appointment, now: beforeDeadline, ...changes },
    sender,
  );
const writeBookingMessage = (changes: Partial<AppointmentMessage> = {}) =>
  writeAppointmentMessage('appointmentBooked', changes);
const appointmentKinds = Object.keys(appointmentMails) as AppointmentKind[];

describe('a mail about a booking [11.1]', () => {
  test('gives the participant the time, the coach, the link to the meeting and the deadline for cancelling', () => {
    const { text, subject } = writeBookingMessage();
    expect(subject).toBe('Dein Coaching ist gebucht');
    expect(text).toContain('Termin: Mo, 30.11.2026, 10:00 bis 10:45 Uhr\nCoach: Cora Coach');
    expect(text).toContain('https://teams.example/cora?a=1&b=2');
    expect(text).toContain('bis Sa, 28.11.2026, 10:00 Uhr stornieren');
  });

  test('has the booking as its button, and on the day itself the meeting', () => {
    const buttonOf = (now: Date) =>
      /class="button" style="[^"]*display[^"]*">(.+)<\/a>/.exec(writeBookingMessage({ now }).html)?.[1];
    expect(buttonOf(beforeDeadline)).toBe('Termin ansehen');
    expect(buttonOf(new Date('2026-11-29T22:59:59Z'))).toBe('Termin ansehen');
    expect(buttonOf(new Date('2026-11-29T23:00:00Z'))).toBe('Zum Coaching');
    expect(writeBookingMessage().text).toContain('Dein Coach liest vorher deine Unterlagen.');
  });

  test('repeats the participant’s message to the coach for the participant only', () => {
    const withNote = { ...appointment, note: 'Bitte schau auf\nden Lebenslauf.' };
    expect(writeBookingMessage({ appointment: withNote }).text).toContain(
      'Deine Nachricht: Bitte schau auf den Lebenslauf.',
    );
    expect(writeBookingMessage().text).not.toContain('Deine Nachricht');
    expect(writeBookingMessage({ appointment: withNote, recipient: 'coach' }).text).not.toContain('Lebenslauf');
  });

  test('mentions cancelling until the deadline, and not afterwards', () => {
    const deadline = new Date('2026-11-28T09:00:00Z');
    expect(writeBookingMessage({ now: deadline }).text).toContain('stornieren');
    expect(writeBookingMessage({ now: new Date(deadline.getTime() + 1) }).text).not.toContain('stornieren');
  });

  test('names a deadline 48 elapsed hours before the start, even across a clock change', () => {
    const monday = { startsAt: new Date('2026-10-26T09:00:00Z'), endsAt: new Date('2026-10-26T09:45:00Z') };
    const { text } = writeBookingMessage({
      appointment: { ...appointment, ...monday },
      now: new Date('2026-10-01T00:00:00Z'),
    });
    expect(text).toContain('Mo, 26.10.2026, 10:00 bis 10:45 Uhr');
    expect(text).toContain('bis Sa, 24.10.2026, 11:00 Uhr');
  });

  test('tells the coach the participant’s name and does not mention cancelling', () => {
    const { text } = writeBookingMessage({ recipient: 'coach' });
    expect(text).toContain('Teilnehmer:in: Jörg Müller-Lüdenscheidt');
    expect(text).not.toContain('stornieren');
  });
});

describe('a mail about a booking that was moved [4.15] [4.16]', () => {
  const movedAppointment: AppointmentFacts = {
    ...appointment,
    move: {
      startsAt: new Date('2026-11-27T09:00:00Z'),
      endsAt: new Date('2026-11-27T09:45:00Z'),
      coach: 'Ada Alt',
      by: 'Eva Admin',
      reason: 'Frau Alt ist\nan diesem Tag verhindert.',
    },
  };
  const staffMovedAppointment = { ...movedAppointment, movedByStaff: true };
  const oldTimeAndCoach = 'Bisher: Fr, 27.11.2026, 10:00 bis 10:45 Uhr, Ada Alt';

  test('tells the participant and the coach the new and the old time', () => {
    for (const kind of ['appointmentRescheduled', 'appointmentMovedByStaff'] as const)
      for (const recipient of ['participant', 'coach'] as const) {
        const { text } = writeAppointmentMessage(kind, { recipient, appointment: movedAppointment });
        expect(text).toContain('Termin: Mo, 30.11.2026, 10:00 bis 10:45 Uhr');
        expect(text).toContain(oldTimeAndCoach);
      }
  });

  test('tells the participant, the new coach and the former coach which member of staff moved it and why', () => {
    const messages = [
      writeAppointmentMessage('appointmentMovedByStaff', { appointment: staffMovedAppointment }),
      writeAppointmentMessage('appointmentMovedByStaff', { recipient: 'coach', appointment: staffMovedAppointment }),
      writeAppointmentMessage('appointmentHandedOver', { recipient: 'coach', appointment: staffMovedAppointment }),
    ];
    for (const { text } of messages)
      expect(text).toContain('Verlegt von: Eva Admin\nGrund: Frau Alt ist an diesem Tag verhindert.');
    const rescheduledText = writeAppointmentMessage('appointmentRescheduled', {
      appointment: movedAppointment,
    }).text;
    expect(rescheduledText).not.toContain('Verlegt von');
  });

  test('leaves out the reason if there is none', () => {
    const appointmentWithoutReason = {
      ...staffMovedAppointment,
      move: movedAppointment.move && { ...movedAppointment.move, reason: '' },
    };
    const { text } = writeAppointmentMessage('appointmentMovedByStaff', { appointment: appointmentWithoutReason });
    expect(text).toContain('Verlegt von: Eva Admin');
    expect(text).not.toContain('Grund');
  });

  test('says that a booking moved by staff can be cancelled until it begins', () => {
    const justBeforeStart = new Date(appointment.startsAt.getTime() - 1);
    const textAt = (now: Date) =>
      writeAppointmentMessage('appointmentMovedByStaff', { appointment: staffMovedAppointment, now }).text;
    expect(textAt(justBeforeStart)).toContain('Du kannst den Termin bis zum Beginn stornieren oder verlegen.');
    expect(textAt(appointment.startsAt)).not.toContain('stornieren');
    expect(writeBookingMessage({ appointment: staffMovedAppointment }).text).toContain('bis zum Beginn stornieren');
    const reminder = writeMessage(
      { kind: 'reminderThreeDays', firstName: 'Jörg', appointment: staffMovedAppointment },
      sender,
    );
    expect(reminder.text).toContain('noch bis zum Beginn stornierbar');
  });
});

describe('a mail about a change by the team', () => {
  const afterAppointment = new Date('2026-12-01T00:00:00Z');

  test('tells the participant and the coach the reason, if there is one [4.10]', () => {
    for (const kind of ['appointmentCancelledByUs', 'appointmentGoodwill'] as const)
      for (const recipient of ['participant', 'coach'] as const) {
        const appointmentWithReason = { ...appointment, cancelReason: 'Der Raum ist gesperrt.' };
        expect(writeAppointmentMessage(kind, { recipient, appointment: appointmentWithReason }).text).toContain(
          'Grund: Der Raum ist gesperrt.',
        );
        expect(writeAppointmentMessage(kind, { recipient }).text).not.toContain('Grund');
      }
  });

  test('says that the coach has taken the booking back, to the coach as well [4.20]', () => {
    const takenBack = { ...appointment, wasTakenBack: true };
    const toParticipant = writeAppointmentMessage('appointmentCancelledByUs', { appointment: takenBack });
    expect(toParticipant.subject).toBe('Dein Coach hat eine Buchung zurückgenommen');
    expect(toParticipant.text).toContain('Es findet nicht statt:');
    expect(toParticipant.text).toContain('dein Coach hat die Buchung dieses Coachings zurückgenommen');
    expect(toParticipant.text).not.toContain('wir haben dieses');
    const toCoach = writeAppointmentMessage('appointmentCancelledByUs', { appointment: takenBack, recipient: 'coach' });
    expect(toCoach.subject).toBe('Zurückgenommene Buchung');
    expect(toCoach.text).toContain('du hast diese Buchung zurückgenommen.');
    expect(toCoach.text).not.toContain('das Coaching-Team hat');
  });

  test('says that a cancelled coaching does not take place, unless it is in the past', () => {
    for (const kind of ['appointmentCancelledByUs', 'appointmentGoodwill'] as const) {
      expect(writeAppointmentMessage(kind).text).toContain('findet nicht statt');
      expect(writeAppointmentMessage(kind, { now: afterAppointment }).text).not.toContain('findet nicht statt');
      expect(writeAppointmentMessage(kind).text).toContain('zählt nicht zu deinen');
    }
  });

  test('has the link to a restored coaching and the deadline for cancelling it, unless it is in the past', () => {
    expect(writeAppointmentMessage('appointmentSetBack').text).toContain('https://teams.example/cora');
    expect(writeAppointmentMessage('appointmentSetBack').text).toContain('bis Sa, 28.11.2026, 10:00 Uhr stornieren');
    expect(writeAppointmentMessage('appointmentSetBack', { now: afterAppointment }).text).not.toMatch(
      /teams\.example|stornieren/,
    );
  });

  test('has a different subject for each change, for the participant and for the coach', () => {
    const subjects = appointmentKinds.flatMap((kind) => [
      writeAppointmentMessage(kind).subject,
      writeAppointmentMessage(kind, { recipient: 'coach' }).subject,
    ]);
    expect(new Set(subjects).size).toBe(subjects.length);
    for (const kind of appointmentKinds)
      expect(writeAppointmentMessage(kind, { recipient: 'coach' }).text).toContain(
        'Teilnehmer:in: Jörg Müller-Lüdenscheidt',
      );
  });
});

describe('a reminder', () => {
  const reminderText = (kind: ReminderKind) => writeMessage({ kind, firstName: 'Jörg', appointment }, sender).text;

  test('names the deadline for cancelling when it is sent three days before the coaching', () => {
    expect(reminderText('reminderThreeDays')).toContain('noch bis Sa, 28.11.2026, 10:00 Uhr stornierbar');
  });

  test('has the link to the coaching when it is sent on the day before or shortly before', () => {
    expect(reminderText('reminderDayBefore')).toContain('https://teams.example/cora');
    expect(reminderText('reminderSoon')).toContain('https://teams.example/cora');
  });

  test('leads to saying that one comes, to rescheduling and to cancelling [4.26]', () => {
    const base = 'https://portal.example';
    const threeDays = reminderText('reminderThreeDays');
    expect(threeDays).toContain(`Ich komme:\n${base}/appointments?zusage=4711`);
    expect(threeDays).toContain(`Umbuchen:\n${base}/booking?statt=4711`);
    expect(threeDays).toContain(`Absagen:\n${base}/appointments?absage=4711`);
    const dayBefore = reminderText('reminderDayBefore');
    expect(dayBefore).toContain(`Ich komme:\n${base}/appointments?zusage=4711`);
    expect(dayBefore).not.toMatch(/Umbuchen|Absagen/);
    for (const kind of ['reminderThreeDays', 'reminderDayBefore'] as const) {
      const facts = { kind, firstName: 'Jörg', appointment: { ...appointment, coming: true } };
      const { text } = writeMessage(facts, sender);
      expect(text).not.toContain('Ich komme');
      expect(text).toContain(kind === 'reminderThreeDays' ? 'Termin ansehen:' : 'Zum Coaching:');
    }
  });

  test('names the appointment and links to the page where reminders can be switched off', () => {
    for (const kind of reminderKinds) {
      expect(reminderText(kind)).toContain('Termin: Mo, 30.11.2026, 10:00 bis 10:45 Uhr\nCoach: Cora Coach');
      expect(reminderText(kind)).toContain('https://portal.example/einstellungen');
    }
  });
});

test('the mails about the account at the identity provider name it and say who helps [3.18] [11.4]', () => {
  const textOf = (kind: NoticeKind) => {
    const { text } = writeMessage({ kind, firstName: 'Cora' }, sender);
    return text.replaceAll(/\s+/g, ' ');
  };
  expect(textOf('identityBound')).toContain('zum ersten Mal über Lernhaus-Konto im Portal angemeldet.');
  expect(textOf('identityBound')).toContain('Du warst das nicht? Dann melde dich gleich beim Coaching-Team');
  expect(textOf('identityUnbound')).toContain('deine Anmeldung über Lernhaus-Konto wurde gelöst');
  expect(textOf('identityUnbound')).toContain('Du weißt nichts davon?');
});

describe('a mail about documents from the coach [5.8]', () => {
  const uploaded = 'dein Coach hat Unterlagen für dich hochgeladen';
  const place = 'Du findest sie im Portal unter „Meine Unterlagen“';
  const paragraphOf = (markup: MailMarkup | null) =>
    writeMessage({ kind: 'fileFromCoach', firstName: 'Ada', markup }, sender).text.split('\n\n')[2];

  test.each([
    [12, 3, '12 Änderungen und 3 Kommentaren', 'sich geändert hat'],
    [1, 1, '1 Änderung und 1 Kommentar', 'sich geändert hat'],
    [1_200, 0, '1.200 Änderungen', 'sich geändert hat'],
    [0, 1, '1 Kommentar', 'angemerkt wurde'],
  ])('says that they have %i changes and %i comments', (changes, comments, numbers, sight) => {
    expect(paragraphOf({ changes, comments })).toBe(
      `${uploaded}, mit ${numbers}. ${place} und siehst dort auch, was ${sight}.`,
    );
  });

  test('leads to what the coach has uploaded', () => {
    const { text } = writeMessage({ kind: 'fileFromCoach', firstName: 'Ada', markup: null }, sender);
    expect(text).toContain(`${sender.publicUrl}/files#vom-coach\n`);
  });

  test('says no numbers if there are no changes and no comments, or if they were not counted', () => {
    for (const markup of [{ changes: 0, comments: 0 }, null])
      expect(paragraphOf(markup)).toBe(`${uploaded}. ${place}.`);
  });
});

describe('every mail [11.4]', () => {
  const allFacts: MessageFacts[] = [
    { kind: 'confirmation', firstName: 'Ada', secret: 'abc_-' },
    { kind: 'invitation', firstName: 'Ada', secret: 'abc_-' },
    { kind: 'temporaryPassword', firstName: 'Ada', secret: 'Abcd!2345678efgh' },
    ...(Object.keys(notices) as NoticeKind[]).map((kind) => ({ kind, firstName: 'Ada' })),
    { kind: 'fileFromCoach', firstName: 'Ada', markup: { changes: 12, comments: 3 } },
    ...reminderKinds.map((kind) => ({ kind, firstName: 'Ada', appointment })),
    ...appointmentKinds.flatMap((kind) =>
      (['participant', 'coach'] as const).map((recipient) => ({
        kind,
        recipient,
        firstName: 'Ada',
        appointment,
        now: beforeDeadline,
      })),
    ),
  ];
  const hostileText = 'Eve</p><img src=//evil.example/x>\r\nPasswort: falsch';

  test('has a subject, and the same words in the plain text and the HTML', () => {
    for (const facts of allFacts) {
      const { subject, text, html } = writeMessage(facts, sender);
      const words = html
        .replace(/^[^]*<body/, '<body')
        .replace(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g, '$2: $1')
        .replace(/<[^>]*>/g, ' ')
        .replaceAll('&amp;', '&');
      expect(words.replace(/\s+/g, '')).toBe(text.replace(/\s+/g, ''));
      expect(subject).toMatch(/^\p{Lu}[\p{L} ]+\??$/u);
    }
  });

  test('escapes people’s names, so that they add no markup and no line, and keeps them out of the subject', () => {
    for (const facts of allFacts) {
      const hostileFacts = { ...facts, firstName: hostileText };
      if ('appointment' in hostileFacts)
        hostileFacts.appointment = {
          ...hostileFacts.appointment,
          coach: hostileText,
          participant: hostileText,
          teamsLink: 'https://x/"><b>',
          move: {
            startsAt: beforeDeadline,
            endsAt: beforeDeadline,
            coach: hostileText,
            by: hostileText,
            reason: hostileText,
          },
        };
      const { subject, text, html } = writeMessage(hostileFacts, sender);
      expect(html).not.toMatch(/<img|<b>/);
      expect(text).not.toMatch(/^Passwort: falsch/m);
      expect(subject).toBe(writeMessage(facts, sender).subject);
    }
  });

  test('supports the light and the dark mode of mail programs, and wraps long words', () => {
    for (const facts of allFacts) {
      const { html } = writeMessage(facts, sender);
      expect(html).toContain('<meta name="color-scheme" content="light dark">');
      expect(html).toContain('overflow-wrap:anywhere');
      // A background without a text colour, or a text colour without a background, could be unreadable in a dark mode.
      for (const [style] of html.matchAll(/style="[^"]*"/g))
        expect(style.includes('background:')).toBe(/[;"]color:/.test(style));
    }
  });

  test('begins with the slogan, shows an appointment in one card, and has at most one button', () => {
    for (const facts of allFacts) {
      const { text, html } = writeMessage(facts, sender);
      expect(text).toMatch(/^Unser ♥\ufe0e schlägt für Bildung\n\nHallo /);
      const cards = html.split('class="card"').slice(1);
      expect(cards).toHaveLength('appointment' in facts || facts.kind === 'temporaryPassword' ? 1 : 0);
      if ('appointment' in facts)
        expect(cards[0]?.split('</table>')[0]).toContain('Mo, 30.11.2026, 10:00 bis 10:45 Uhr');
      expect(html.split('<a ').filter((link) => /^[^>]*class="button"/.test(link)).length).toBeLessThanOrEqual(1);
    }
  });

  test('is readable in dark mode: each surface has a background and a text colour for dark mode', () => {
    for (const facts of allFacts) {
      const { html } = writeMessage(facts, sender);
      const [, darkRules = ''] = /prefers-color-scheme:dark\)\{(.*)\}<\/style>/.exec(html) ?? [];
      const surfaces = new Set([...html.matchAll(/class="([a-z]+)/g)].map(([, name]) => name));
      for (const name of surfaces)
        expect(darkRules).toMatch(new RegExp(`\\.${name}\\{background:#\\w{6}!important;color:#\\w{6}!`));
    }
  });

  test('loads nothing external', () => {
    for (const facts of allFacts) expect(writeMessage(facts, sender).html).not.toMatch(/src=|url\(|<link|<script/);
  });
});

test.each(['confirmation', 'invitation'] as const)(
  'the mail %s about registration uses the German word for registering, not the one for signing in',
  (kind) => {
    const { subject, text } = writeMessage({ kind, firstName: 'Ada', secret: 'abc' }, sender);
    expect(`${subject} ${text}`).toContain('registriert');
    expect(`${subject} ${text}`).not.toMatch(/anmeld|angemeldet/i);
  },
);

test('an invitation says what the coaching is, who invites and why, what comes next and where a new link is [3.17]', () => {
  const { text } = writeMessage({ kind: 'invitation', firstName: 'Ada', secret: 'abc_-' }, sender);
  for (const part of [
    `${sender.provider} hat dich wegen deiner Qualifizierung für das Bewerbungscoaching registriert.`,
    'kostenlos und freiwillig',
    'bestätigst du deine E-Mail-Adresse und wählst danach dein Passwort. Er gilt 48 Stunden und nur einmal.',
    `Registrierung bestätigen:\n${sender.publicUrl}/registrierung-bestaetigen?token=abc_-\n`,
    `Neuen Link anfordern:\n${sender.publicUrl}/registrierung-bestaetigen\n`,
  ])
    expect(text).toContain(part);
});

test('a one-time password is on a separate line', () => {
  const { text } = writeMessage({ kind: 'temporaryPassword', firstName: 'Ada', secret: 'Abcd!2345678efgh' }, sender);
  expect(text.split('\n')).toContain('Passwort: Abcd!2345678efgh');
});

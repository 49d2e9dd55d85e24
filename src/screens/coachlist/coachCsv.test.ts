import { expect, test } from 'vitest';
import type { Coach } from '../../features/coaches/contract.ts';
import { coachCsv } from './coachCsv.ts';

test('the CSV of coaches keeps the order of the list, and writes status and speed coach as German words', () => {
  const coach: Coach = {
    id: 1,
    firstName: '@Ada',
    lastName: 'Müller',
    email: 'ada@test.example',
    gender: 'f',
    version: '1',
    teamsLink: 'https://teams.example/a;b',
    active: true,
    speedCoach: false,
    state: null,
    singleSignOn: false,
  };
  expect(coachCsv([coach, { ...coach, active: false, speedCoach: true }])).toBe(
    [
      '\uFEFFNachname;Vorname;E-Mail;Teams-Link;Status;Speedcoach',
      'Müller;\'@Ada;ada@test.example;"https://teams.example/a;b";aktiv;nein',
      'Müller;\'@Ada;ada@test.example;"https://teams.example/a;b";inaktiv;ja',
      '',
    ].join('\r\n'),
  );
});

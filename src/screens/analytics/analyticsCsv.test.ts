import { expect, test } from 'vitest';
import type { AnalyticsAppointment } from '../../features/coaches/contract.ts';
import { analyticsCsv } from './analyticsCsv.ts';

const today = '2026-11-21';
const appointment = (changes: Partial<AnalyticsAppointment>): AnalyticsAppointment => ({
  date: today,
  startTime: '09:00',
  endTime: '09:45',
  status: 'G',
  firstName: 'Jörg',
  lastName: 'Bäcker',
  phone: '022112345678',
  email: 'jb@test.example',
  ...changes,
});
const noParticipant = { firstName: '', lastName: '', phone: '', email: '' };

test('the CSV of a coach’s appointments has a byte order mark, commas, the documented columns and German statuses [9.5]', () => {
  expect(
    analyticsCsv(
      [
        appointment({}),
        appointment({ date: '2026-11-20', lastName: 'Zu, Schön "Doppel"' }),
        appointment({ status: 'V', firstName: '=1+1', email: '+x@test.example', phone: '+49 (221) 12' }),
        appointment({ status: 'K' }),
        appointment({ status: 'F', ...noParticipant }),
      ],
      today,
    ),
  ).toBe(
    [
      '\uFEFFdate,status,startTime,endTime,lastName,firstName,phone,email',
      '21.11.2026,Gebucht,09:00,09:45,Bäcker,Jörg,022112345678,jb@test.example',
      '20.11.2026,Durchgeführt,09:00,09:45,"Zu, Schön ""Doppel""",Jörg,022112345678,jb@test.example',
      "21.11.2026,Versäumt,09:00,09:45,Bäcker,'=1+1,4922112,'+x@test.example",
      '21.11.2026,Storniert,09:00,09:45,Bäcker,Jörg,022112345678,jb@test.example',
      '21.11.2026,Frei,09:00,09:45,,,,',
      '',
    ].join('\r\n'),
  );
});

import * as z from 'zod/mini';
import { call, date, id, nothing } from '../shared/call.ts';
import { listedFile } from '../files/contract.ts';

/** An entry of the daily plan. Dates `yyyy-mm-dd`, timeSlot 'HH:mm - HH:mm', Berlin wall clock. */
const planEntry = z.object({
  id,
  date: z.string(),
  weekDay: z.string(),
  timeSlot: z.string(),
  status: z.enum(['G', 'V']),
  participantFullName: z.string(),
  participantPhoneNumber: z.string(),
  participantEmail: z.string(),
  participantEndOfQualification: z.nullable(z.string()),
  participantQualification: z.string(),
  participantId: id,
  files: z.object({ meta: z.object({ total: z.int() }), data: z.array(listedFile) }),
  remainingAppointments: z.array(
    z.object({
      appointmentId: id,
      appointmentDate: z.string(),
      appointmentFromTime: z.string(),
      appointmentTillTime: z.string(),
      coachName: z.string(),
    }),
  ),
});
export type PlanEntry = z.output<typeof planEntry>;

export const dailyPlan = call({
  path: 'coach/dailyPlan',
  summary: 'The coach’s own booked and missed appointments of a range of days, with the participants’ details.',
  may: ['coach', 'speedCoach', 'admin'],
  input: z.object({ fromDate: date, tillDate: date }),
  output: z.object({ data: z.array(planEntry) }),
  refusals: {
    invalidRange: 'Das Startdatum muss vor dem Enddatum liegen.',
    rangeTooLong: 'Der Zeitraum darf höchstens 10 Jahre lang sein.',
  },
});

const importedRow = z.object({
  data: z.object({ id: z.int(), date: z.string(), day: z.string(), fromTime: z.string(), tillTime: z.string() }),
  status: z.enum(['success', 'error']),
  message: z.string(),
});
export type ImportedRow = z.output<typeof importedRow>;

export const importAppointments = call({
  path: 'admin/importAppointmentsByFile',
  summary: 'Imports a calendar (CSV): good rows become appointments, each bad row is reported.',
  may: ['admin'],
  body: 'files',
  statusOnTop: true,
  input: nothing,
  output: z.object({ success: z.array(importedRow), errors: z.array(importedRow) }),
  refusals: {
    noFile: 'Es wurde keine Datei ausgewählt.',
    unreadable: 'Die Datei kann nicht gelesen werden.',
  },
});

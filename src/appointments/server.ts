import { audit } from '../server/audit.ts';
import { serve, type IncomingFile } from '../server/handler.ts';
import { listDocuments } from '../files/sql.ts';
import { addDays, startOfDay, wallClock, weekday } from '../shared/berlin.ts';
import * as contract from './contract.ts';
import { readCalendar } from './csv.ts';
import { importCalendar } from './import.ts';
import { calendarLimits, rangeProblem } from './rules.ts';
import * as sql from './sql.ts';

/** Handlers of the coach's plan and the admin's calendar import. */
export const served = serve(contract, {
  async dailyPlan({ input, person, app, db, refuse }) {
    const problem = rangeProblem(input.fromDate, input.tillDate);
    if (problem) throw refuse(problem);
    const till = startOfDay(addDays(input.tillDate, 1));
    const rows = await sql.listPlan(db, person.id, startOfDay(input.fromDate), till);
    const participants = [...new Set(rows.map((row) => row.participant))];
    const documents = await listDocuments(db, participants);
    const upcoming = await sql.listUpcoming(db, app.clock, participants);
    return {
      data: rows.map((row) => {
        const { date, time } = wallClock(row.startsAt);
        const files = documents.filter((document) => document.participant === row.participant);
        return {
          id: row.id,
          date,
          weekDay: weekday(date),
          timeSlot: `${time} - ${wallClock(row.endsAt).time}`,
          status: row.status,
          participantFullName: row.fullName,
          participantPhoneNumber: row.phone,
          participantEmail: row.email,
          participantEndOfQualification: row.qualificationEnd,
          participantQualification: row.qualification,
          participantId: row.participant,
          files: { meta: { total: files.length }, data: files },
          remainingAppointments: upcoming
            .filter((other) => other.participant === row.participant && other.id !== row.id)
            .map((other) => ({
              appointmentId: other.id,
              appointmentDate: wallClock(other.startsAt).date,
              appointmentFromTime: `${wallClock(other.startsAt).time}:00`,
              appointmentTillTime: `${wallClock(other.endsAt).time}:00`,
              coachName: other.coach,
            })),
        };
      }),
    };
  },

  async importAppointments({ person, app, files, transaction, refuse, signal }) {
    const bytes = await readFirst(files);
    if (!bytes) throw refuse('noFile');
    const calendar = readCalendar(bytes);
    if (calendar.fault !== undefined) throw refuse('unreadable', calendar.fault);
    return transaction(async (tx) => {
      const report = await importCalendar(tx, app.clock, calendar);
      await audit(tx, { actor: person.id, action: 'imported' });
      // Whoever hung up meanwhile has cancelled: nothing is stored.
      signal.throwIfAborted();
      return report;
    });
  },
});

/** The bytes of the first file, read on to its end but kept only until they are too many; null without a file. */
async function readFirst(files: AsyncIterable<IncomingFile>): Promise<Uint8Array | null> {
  for await (const file of files) {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of file.bytes as AsyncIterable<Buffer>) {
      if (size <= calendarLimits.bytes) chunks.push(chunk);
      size += chunk.length;
    }
    return Buffer.concat(chunks);
  }
  return null;
}

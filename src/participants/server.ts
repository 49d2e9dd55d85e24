import { listDocuments } from '../files/sql.ts';
import type { Db } from '../server/db.ts';
import { serve } from '../server/handler.ts';
import { addDays, startOfDay, wallClock } from '../shared/berlin.ts';
import { groupBy } from '../shared/group.ts';
import * as contract from './contract.ts';
import * as sql from './sql.ts';

/** Handlers of the search for participants. */
export const served = serve(contract, {
  async searchParticipant({ input, person, db }) {
    return { data: await sql.findForPicker(db, person.id, input.searchString) };
  },

  async searchShort({ input, db }) {
    return { data: await sql.findForAdmin(db, input.searchString) };
  },

  async searchOwn({ input, person, db }) {
    return found(db, person.id, { search: input.searchString, day: null, coach: person.id });
  },

  async searchAll({ input, person, db, refuse }) {
    const { searchString: search = '', date, coachId = null } = input;
    if (!search && !date && coachId === null) throw refuse('criterionMissing');
    const day = date ? { from: startOfDay(date), till: startOfDay(addDays(date, 1)) } : null;
    return found(db, person.id, { search, day, coach: coachId });
  },
});

/** The participants of a search with their documents (as `reader` sees them) and appointments, in three statements however many they are. */
async function found(db: Db, reader: number, criteria: sql.Criteria) {
  const { rows, active, inactive } = await sql.search(db, criteria);
  const ids = rows.map((row) => row.id);
  const documents = groupBy(await listDocuments(db, ids, reader), (document) => document.participant);
  const appointments = groupBy(await sql.listAppointments(db, ids), (appointment) => appointment.participant);
  return {
    data: rows.map((row): contract.FoundParticipant => {
      const files = documents.get(row.id) ?? [];
      return {
        participantId: row.id,
        fullName: row.fullName,
        email: row.email,
        phoneNumber: row.phone,
        location: row.location,
        locationId: row.locationId,
        qualification: row.qualification,
        startOfQualification: row.start,
        endOfQualification: row.end,
        status: row.inactive ? 1 : 0,
        files: { meta: { total: files.length }, data: files },
        appointments: {
          data: (appointments.get(row.id) ?? []).map(({ id, startsAt, endsAt, status, coach }) => {
            const { date, time } = wallClock(startsAt);
            return { id, date, timeSlot: `${time} - ${wallClock(endsAt).time}`, coachFullName: coach, status };
          }),
        },
      };
    }),
    meta: { total: active + inactive, counts: { active, inactive } },
  };
}

import { hasCoachProfile } from '../../people/exports.ts';
import type { Db } from '../../../platform/database/db.ts';
import { required } from '../../../platform/http/calls/form.ts';
import { serveObjects, type Objects } from '../../../platform/http/calls/handler.ts';
import { moveByStaff } from './steps.ts';
import { findParties } from '../sql.ts';
import * as contract from './contract.ts';

/** The appointment must exist and, for a coach, be their own; the coach whom an admin names must exist as well. */
const objects: Objects<typeof contract> = {
  moveOwnAppointment: async ({ input, person, db }) =>
    !(await hasCoachProfile(db, person.id)) || isOf(db, input.appointmentId, person.id),
  moveAppointment: async ({ input, db }) =>
    (input.coachId === null || (await hasCoachProfile(db, input.coachId))) && isOf(db, input.appointmentId, null),
};

/** Handlers of moving appointments by staff. */
export const routes = serveObjects(contract, objects, {
  async moveOwnAppointment({ input, person, app, db, transaction, refuse }) {
    if (!(await hasCoachProfile(db, person.id))) throw refuse('noCoachProfile');
    const move = { ...moveOf(input), owner: person.id, coach: person.id, by: person.id };
    return transaction((tx) => moveByStaff(tx, app, move, refuse));
  },

  async moveAppointment({ input, person, app, transaction, refuse }) {
    const move = { ...moveOf(input), owner: null, coach: required(input.coachId), by: person.id };
    return transaction((tx) => moveByStaff(tx, app, move, refuse));
  },
});

interface Input {
  appointmentId: number;
  date: string;
  fromTime: string;
  tillTime: string;
  reason?: string | null | undefined;
  release?: boolean | undefined;
}

const moveOf = ({ appointmentId: appointment, date, fromTime, tillTime, reason, release = true }: Input) => ({
  appointment,
  form: { date, fromTime, tillTime },
  reason: reason ?? '',
  release,
});

/** Whether an appointment exists and belongs to a coach; null stands for any coach. */
async function isOf(db: Db, appointment: number, coach: number | null): Promise<boolean> {
  const parties = await findParties(db, appointment);
  return parties !== null && (coach === null || parties.coach === coach);
}

import { hasCoachProfile } from '../../people/exports.ts';
import type { Db } from '../../../platform/database/db.ts';
import { requireValue } from '../../../platform/http/calls/form.ts';
import { createRoutesWithExistenceChecks, type ExistenceChecks } from '../../../platform/http/calls/handler.ts';
import { moveByStaff } from './steps.ts';
import { findParties } from '../sql.ts';
import * as contract from './contract.ts';

/**
 * The appointment must exist and, if a coach makes the call, belong to that coach. The coach to whom an admin moves it
 * must exist. If the caller of `moveOwnAppointment` has no coach profile, the handler refuses the call.
 */
const existenceChecks: ExistenceChecks<typeof contract> = {
  moveOwnAppointment: async ({ input, person, db }) =>
    !(await hasCoachProfile(db, person.id)) || belongsToCoach(db, input.appointmentId, person.id),
  moveAppointment: async ({ input, db }) =>
    (input.coachId === null || (await hasCoachProfile(db, input.coachId))) &&
    belongsToCoach(db, input.appointmentId, null),
};

/** Handlers of the calls with which staff move appointments. */
export const routes = createRoutesWithExistenceChecks(contract, existenceChecks, {
  async moveOwnAppointment({ input, person, app, db, transaction, refuse }) {
    if (!(await hasCoachProfile(db, person.id))) throw refuse('noCoachProfile');
    const move = { ...toMove(input), owner: person.id, coach: person.id, by: person.id };
    return transaction((tx) => moveByStaff(tx, app, move, refuse));
  },

  async moveAppointment({ input, person, app, transaction, refuse }) {
    const move = { ...toMove(input), owner: null, coach: requireValue(input.coachId), by: person.id };
    return transaction((tx) => moveByStaff(tx, app, move, refuse));
  },
});

interface MoveInput {
  appointmentId: number;
  date: string;
  fromTime: string;
  tillTime: string;
  reason?: string | null | undefined;
  release?: boolean | undefined;
}

const toMove = ({ appointmentId: appointment, date, fromTime, tillTime, reason, release = true }: MoveInput) => ({
  appointment,
  form: { date, fromTime, tillTime },
  reason: reason ?? '',
  release,
});

/** Whether an appointment exists and belongs to the given coach, or to any coach if `coach` is null. */
async function belongsToCoach(db: Db, appointment: number, coach: number | null): Promise<boolean> {
  const parties = await findParties(db, appointment);
  return parties !== null && (coach === null || parties.coach === coach);
}

import { serve } from '../server/handler.ts';
import { changeByAdmin } from './change.ts';
import * as contract from './contract.ts';

/** Handler of what admins correct in an appointment's state. */
export const served = serve(contract, {
  async changeBooking({ input, person, app, transaction, refuse }) {
    const { appointmentId: appointment, action, release = true } = input;
    await transaction((tx) => changeByAdmin(tx, app, { appointment, action, release, by: person.id }, refuse));
    return {};
  },
});

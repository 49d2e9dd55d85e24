import { createRoutes } from '../../../platform/http/calls/handler.ts';
import { offerFreedSlots } from '../../waiting/exports.ts';
import { applyAdminAction } from './steps.ts';
import * as contract from './contract.ts';

/** Handler of the call with which admins correct the status of an appointment. */
export const routes = createRoutes(contract, {
  async changeBooking({ input, person, app, transaction, refuse }) {
    const { appointmentId: appointment, action, release = true, reason, seenStatus } = input;
    const change = {
      appointment,
      action,
      release,
      reason: reason ?? '',
      seenStatus,
      by: person.id,
      markIfLate: true,
    };
    await transaction(async (tx) => offerFreedSlots(tx, app, await applyAdminAction(tx, app, change, refuse)));
    return {};
  },
});

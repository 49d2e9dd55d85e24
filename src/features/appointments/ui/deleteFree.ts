import { callApi, CallError, isSessionEndedError, RequestError } from '../../../web/calls/api.ts';
import { toast } from '../../../web/toasts/toast.ts';
import { deleteAppointment, deleteOwnAppointment } from '../contract.ts';

/**
 * Deletes a free appointment (reference 7.9) and shows a toast with the outcome. Admins may delete any coach's
 * appointments. Returns null if the appointment is gone, also if another person had already deleted it; otherwise the
 * reason, in German, why it is still there, or '' if the session has ended.
 */
export async function deleteFree(appointmentId: number, asAdmin: boolean): Promise<string | null> {
  try {
    await callApi(asAdmin ? deleteAppointment : deleteOwnAppointment, { appointmentId });
    toast.success('Termin gelöscht!', 'deletion', undefined, [appointmentId]);
    return null;
  } catch (error) {
    if (isSessionEndedError(error)) return '';
    if (error instanceof RequestError && error.status === 404) {
      toast.info('Diesen Termin hat inzwischen schon jemand gelöscht.', 'deletion', undefined, [appointmentId]);
      return null;
    }
    const reason = reasonOf(error);
    toast.error(reason, 'deletion');
    return reason;
  }
}

/** Returns the server's message if it sent one, or else a general one. */
function reasonOf(error: unknown): string {
  const hasMessage = error instanceof CallError || (error instanceof RequestError && error.code !== '');
  return hasMessage ? error.message : 'Termin konnte nicht gelöscht werden!';
}

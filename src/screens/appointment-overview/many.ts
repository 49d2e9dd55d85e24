import { statuses } from '../../shared/coaching.ts';
import { callApi, RequestError, sentenceOf, sessionEnded } from '../../web/calls/api.ts';
import { actionFlags, changeBooking } from '../../features/booking/admin/contract.ts';
import { deleteAppointment, deleteOwnAppointment, type OverviewRow } from '../../features/appointments/contract.ts';

/** What can be done with many appointments at once (reference 4.23). */
export type ManyAction = 'delete' | 'cancel';

/** A row and why nothing becomes of it. */
export interface Refused {
  row: OverviewRow;
  reason: string;
}

/** Which of the chosen rows an action applies to, and why not for the others; the calls themselves decide. */
export function splitRows(rows: readonly OverviewRow[], action: ManyAction) {
  const reasonOf = ({ status }: OverviewRow): string => {
    if (action === 'delete') {
      if (status === statuses.free) return '';
      return status === statuses.missed ? 'Ist versäumt, nicht frei.' : 'Ist gebucht, nicht frei.';
    }
    if (status === statuses.booked) return '';
    return status === statuses.free ? 'Ist frei, nicht gebucht.' : 'Ist versäumt, nicht gebucht.';
  };
  const refused = rows.map((row): Refused => ({ row, reason: reasonOf(row) })).filter(({ reason }) => reason !== '');
  return { doable: rows.filter((row) => reasonOf(row) === ''), refused };
}

interface Run {
  asAdmin: boolean;
  /** Of a cancellation. */
  reason: string;
  release: boolean;
  /** Called before each row with the number of those that are through. */
  onProgress: (through: number) => void;
  stopped: () => boolean;
}

/**
 * Deletes or cancels rows one after the other, each by the call for one, and answers which ones failed. Nothing more is
 * tried once it is stopped, the server cannot be reached, or it asks to wait. Null if the session has ended.
 */
export async function runMany(rows: readonly OverviewRow[], action: ManyAction, run: Run): Promise<Refused[] | null> {
  const failed: Refused[] = [];
  let halt = '';
  for (const [index, row] of rows.entries()) {
    run.onProgress(index);
    if (run.stopped()) halt = 'Angehalten, bevor dieser Termin an der Reihe war.';
    if (halt) {
      failed.push({ row, reason: halt });
      continue;
    }
    try {
      await (action === 'delete' ? remove(row, run.asAdmin) : cancel(row, run));
    } catch (error) {
      if (sessionEnded(error)) return null;
      const reason = sentenceOf(error);
      failed.push({ row, reason });
      if (error instanceof RequestError && [0, 429, 503].includes(error.status)) halt = reason;
    }
  }
  return failed;
}

/** One that somebody else has deleted meanwhile is gone as well. */
async function remove({ id }: OverviewRow, asAdmin: boolean): Promise<void> {
  try {
    await callApi(asAdmin ? deleteAppointment : deleteOwnAppointment, { appointmentId: id });
  } catch (error) {
    if (!(error instanceof RequestError && error.status === 404)) throw error;
  }
}

async function cancel({ id, status }: OverviewRow, { reason, release }: Run): Promise<void> {
  const action = actionFlags('cancelled');
  await callApi(changeBooking, { appointmentId: id, action, release, reason: reason.trim(), seenStatus: status });
}

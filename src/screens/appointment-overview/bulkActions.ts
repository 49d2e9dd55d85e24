import { statuses } from '../../shared/coaching.ts';
import { callApi, RequestError, sentenceOf, sessionEnded } from '../../web/calls/api.ts';
import { actionFlags, changeBooking } from '../../features/booking/admin/contract.ts';
import { deleteAppointment, deleteOwnAppointment, type OverviewRow } from '../../features/appointments/contract.ts';

/** The actions on several appointments at once (reference 4.23). */
export type BulkAction = 'delete' | 'cancel';

/** A row that stays as it is, and why; the reason is a German sentence. */
export interface SkippedRow {
  row: OverviewRow;
  reason: string;
}

/** Separates the rows that an action applies to from the others; the server checks again. */
export function splitRows(rows: readonly OverviewRow[], action: BulkAction) {
  const reasonOf = ({ status }: OverviewRow): string => {
    if (action === 'delete') {
      if (status === statuses.free) return '';
      return status === statuses.missed ? 'Ist versäumt, nicht frei.' : 'Ist gebucht, nicht frei.';
    }
    if (status === statuses.booked) return '';
    return status === statuses.free ? 'Ist frei, nicht gebucht.' : 'Ist versäumt, nicht gebucht.';
  };
  const skipped = rows.map((row): SkippedRow => ({ row, reason: reasonOf(row) })).filter(({ reason }) => reason !== '');
  return { possible: rows.filter((row) => reasonOf(row) === ''), skipped };
}

interface Run {
  asAdmin: boolean;
  /** The reason of a cancellation; '' for none. */
  reason: string;
  release: boolean;
  /** Called before each row with the number of rows finished. */
  onProgress: (finished: number) => void;
  stopped: () => boolean;
}

/**
 * Deletes or cancels the rows one after the other, and returns those that failed. It stops at once if it is asked to,
 * the server cannot be reached, or the server asks to wait. Null if the session has ended.
 */
export async function runBulkAction(
  rows: readonly OverviewRow[],
  action: BulkAction,
  run: Run,
): Promise<SkippedRow[] | null> {
  const failed: SkippedRow[] = [];
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

/** An appointment that somebody else has deleted meanwhile counts as deleted. */
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

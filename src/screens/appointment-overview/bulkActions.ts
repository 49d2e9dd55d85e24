import { statuses } from '../../shared/coaching.ts';
import { callApi, RequestError, errorMessageOf, isSessionEndedError } from '../../web/calls/api.ts';
import { toActionFlags, changeBooking } from '../../features/booking/admin/contract.ts';
import { deleteAppointment, deleteOwnAppointment, type OverviewRow } from '../../features/appointments/contract.ts';

/** An action on several appointments in one step (reference 4.23). */
export type BulkAction = 'delete' | 'cancel';

/**
 * A row and the reason, as a German sentence, why the action leaves it unchanged. The reason is '' if the action
 * applies to the row.
 */
export interface RowWithReason {
  row: OverviewRow;
  reason: string;
}

/** Separates the rows that the action applies to from the others. The server checks each row again. */
export function splitRows(rows: readonly OverviewRow[], action: BulkAction) {
  const reasonOf = ({ status }: OverviewRow): string => {
    if (action === 'delete') {
      if (status === statuses.free) return '';
      return status === statuses.missed ? 'Ist versäumt, nicht frei.' : 'Ist gebucht, nicht frei.';
    }
    if (status === statuses.booked) return '';
    return status === statuses.free ? 'Ist frei, nicht gebucht.' : 'Ist versäumt, nicht gebucht.';
  };
  const skippedRows = rows
    .map((row): RowWithReason => ({ row, reason: reasonOf(row) }))
    .filter(({ reason }) => reason !== '');
  return { applicableRows: rows.filter((row) => reasonOf(row) === ''), skippedRows };
}

interface BulkOptions {
  asAdmin: boolean;
  /** The reason for the cancellation; '' for none. */
  reason: string;
  /** Whether the slots of cancelled appointments become free again. */
  release: boolean;
  /** Called before each row with the number of rows processed so far. */
  onProgress: (finishedCount: number) => void;
  /** Whether the user has asked to stop. */
  isStopped: () => boolean;
}

/** The HTTP statuses after which no further row is tried: unreachable (0), too many requests, and unavailable. */
const stoppingStatuses = [0, 429, 503];

/**
 * Deletes or cancels the rows in order. Returns the rows that failed, or null if the session has ended. When the user
 * stops the action, or the server is unreachable, overloaded or limiting the rate, all remaining rows fail.
 */
export async function runBulkAction(
  rows: readonly OverviewRow[],
  action: BulkAction,
  options: BulkOptions,
): Promise<RowWithReason[] | null> {
  const failedRows: RowWithReason[] = [];
  let stopReason = '';
  for (const [index, row] of rows.entries()) {
    options.onProgress(index);
    if (options.isStopped()) stopReason = 'Angehalten, bevor dieser Termin an der Reihe war.';
    if (stopReason) {
      failedRows.push({ row, reason: stopReason });
      continue;
    }
    try {
      await (action === 'delete' ? deleteRow(row, options.asAdmin) : cancelRow(row, options));
    } catch (error) {
      if (isSessionEndedError(error)) return null;
      const reason = errorMessageOf(error);
      failedRows.push({ row, reason });
      if (error instanceof RequestError && stoppingStatuses.includes(error.status)) stopReason = reason;
    }
  }
  return failedRows;
}

/** Deletes an appointment. Also succeeds if another person has already deleted it. */
async function deleteRow({ id }: OverviewRow, asAdmin: boolean): Promise<void> {
  try {
    await callApi(asAdmin ? deleteAppointment : deleteOwnAppointment, { appointmentId: id });
  } catch (error) {
    if (!(error instanceof RequestError && error.status === 404)) throw error;
  }
}

async function cancelRow({ id, status }: OverviewRow, { reason, release }: BulkOptions): Promise<void> {
  const action = toActionFlags('cancelled');
  await callApi(changeBooking, { appointmentId: id, action, release, reason: reason.trim(), seenStatus: status });
}

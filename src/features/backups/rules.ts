/** `off`: no backup is made at night. `late`: the newest one is more than 26 hours old. */
export const backupStates = ['off', 'fine', 'failed', 'late'] as const;
export type BackupState = (typeof backupStates)[number];

/** The age in hours after which nightly work counts as overdue: a day, and a margin for its duration. */
export const nightlyLimitHours = 26;

/** What is known about the nightly backups. */
export interface BackupHistory {
  /** Whether a backup is made at night. */
  isOn: boolean;
  /** When the newest backup was made; null if there is none. */
  madeAt: Date | null;
  /** The error code of the last attempt at night; null if it succeeded, or if there was none. */
  lastFault: string | null;
  /** When the last attempt was; null if there was none. */
  lastTriedAt: Date | null;
  /** When this version of the portal was installed. Without a backup, the first one is expected from then on. */
  installedAt: Date;
}

/**
 * Adds the newest file in the folder for backups to what is known from the attempts at night: a backup made by command
 * after a failed attempt mends it (reference 10.11). `newestFileAt` is null if there is no file.
 */
export function addNewestFile(history: BackupHistory, newestFileAt: Date | null): BackupHistory {
  const { madeAt, lastTriedAt, lastFault } = history;
  if (newestFileAt === null) return history;
  return {
    ...history,
    madeAt: madeAt !== null && madeAt > newestFileAt ? madeAt : newestFileAt,
    lastFault: lastTriedAt !== null && newestFileAt > lastTriedAt ? null : lastFault,
  };
}

/** Returns the state of the nightly backups (reference 10.11). */
export function stateOfBackups({ isOn, madeAt, lastFault, installedAt }: BackupHistory, now: Date): BackupState {
  if (!isOn) return 'off';
  if (lastFault !== null) return 'failed';
  const ageInHours = (now.getTime() - (madeAt ?? installedAt).getTime()) / 3_600_000;
  return ageInHours > nightlyLimitHours ? 'late' : 'fine';
}

/** Says in German why a backup could not be made; `fault` is the code of the error (reference 10.11). */
export function backupFaultReason(fault: string): string {
  if (fault === 'ENOSPC' || fault === 'EDQUOT') return 'Der Speicher ist voll';
  if (['EROFS', 'EACCES', 'EPERM'].includes(fault)) return 'Das Portal darf in den Ordner nicht schreiben';
  if (fault === 'ENOENT' || fault === 'ENOTDIR') return 'Der Ordner fehlt';
  return 'Beim Sichern ist ein Fehler aufgetreten';
}

import { describe, expect, test } from 'vitest';
import { addNewestFile, backupFaultReason, stateOfBackups } from './rules.ts';

const now = new Date('2027-03-02T02:16:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

describe('the state of the nightly backups [10.11]', () => {
  const made = {
    isOn: true,
    madeAt: hoursAgo(24),
    lastFault: null,
    lastTriedAt: hoursAgo(24),
    installedAt: hoursAgo(1000),
  };
  test.each([
    ['off without a folder, whatever happened before', { ...made, isOn: false, lastFault: 'ENOSPC' }, 'off'],
    ['fine after a backup', made, 'fine'],
    ['fine for 26 hours', { ...made, madeAt: hoursAgo(26) }, 'fine'],
    ['late after more than 26 hours', { ...made, madeAt: new Date(hoursAgo(26).getTime() - 1) }, 'late'],
    ['failed if the last attempt failed, even after a recent backup', { ...made, lastFault: 'EROFS' }, 'failed'],
    ['fine before the first night', { ...made, madeAt: null, installedAt: hoursAgo(26) }, 'fine'],
    ['late if the first night passed without one', { ...made, madeAt: null, installedAt: hoursAgo(27) }, 'late'],
  ] as const)('is %s', (_name, history, state) => {
    expect(stateOfBackups(history, now)).toBe(state);
  });
});

describe('a backup file in the folder [10.11]', () => {
  const failed = {
    isOn: true,
    madeAt: hoursAgo(48),
    lastFault: 'EROFS',
    lastTriedAt: hoursAgo(24),
    installedAt: hoursAgo(1000),
  };

  test('made after a failed attempt mends it', () => {
    const mended = addNewestFile(failed, hoursAgo(1));
    expect(mended).toEqual({ ...failed, madeAt: hoursAgo(1), lastFault: null });
    expect(stateOfBackups(mended, now)).toBe('fine');
  });

  test('from before a failed attempt, or at its time, does not mend it', () => {
    expect(addNewestFile(failed, hoursAgo(30))).toEqual({ ...failed, madeAt: hoursAgo(30) });
    expect(addNewestFile(failed, hoursAgo(24))).toEqual({ ...failed, madeAt: hoursAgo(24) });
    expect(addNewestFile(failed, null)).toBe(failed);
  });

  test('counts where no attempt is known, and is not newer than a later attempt', () => {
    const unknown = { ...failed, madeAt: null, lastFault: null, lastTriedAt: null };
    expect(addNewestFile(unknown, hoursAgo(2))).toEqual({ ...unknown, madeAt: hoursAgo(2) });
    const made = { ...failed, madeAt: hoursAgo(24), lastFault: null };
    expect(addNewestFile(made, hoursAgo(30))).toEqual(made);
  });
});

test.each([
  ['ENOSPC', 'Der Speicher ist voll'],
  ['EDQUOT', 'Der Speicher ist voll'],
  ['EROFS', 'Das Portal darf in den Ordner nicht schreiben'],
  ['EACCES', 'Das Portal darf in den Ordner nicht schreiben'],
  ['EPERM', 'Das Portal darf in den Ordner nicht schreiben'],
  ['ENOENT', 'Der Ordner fehlt'],
  ['ENOTDIR', 'Der Ordner fehlt'],
  ['unknown', 'Beim Sichern ist ein Fehler aufgetreten'],
])('the error %s of a backup is explained in German [10.11]', (fault, reason) => {
  expect(backupFaultReason(fault)).toBe(reason);
});

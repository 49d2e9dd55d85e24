import { expect, test } from 'vitest';
import { belongsToLeftPage, countNewer, endsUndo } from './messages.ts';

const success = { severity: 'success', undo: undefined, sentAt: 10_000 } as const;

test('leaving a page takes its successes along, but neither failures nor Rückgängig, nor what was said on leaving [1.7]', () => {
  expect(belongsToLeftPage(success, 10_001)).toBe(true);
  expect(belongsToLeftPage(success, 10_000)).toBe(false);
  expect(belongsToLeftPage(success, 9_000)).toBe(false);
  expect(belongsToLeftPage({ ...success, undo: () => {} }, 60_000)).toBe(false);
  for (const severity of ['error', 'warning', 'info'] as const)
    expect(belongsToLeftPage({ ...success, severity }, 60_000)).toBe(false);
});

test('Rückgängig goes with the next action that has it, and with any other on the same appointment, unless that fails [1.7]', () => {
  const moved = { severity: 'success', undo: () => {}, appointments: [7, 8] } as const;
  const deleted = { severity: 'success', undo: undefined, appointments: [8] } as const;
  expect(endsUndo({ ...moved, appointments: [] }, moved)).toBe(true);
  expect(endsUndo(deleted, moved)).toBe(true);
  expect(endsUndo({ ...deleted, severity: 'info' }, moved)).toBe(true);
  expect(endsUndo({ ...deleted, severity: 'error' }, moved)).toBe(false);
  expect(endsUndo({ ...deleted, appointments: [9] }, moved)).toBe(false);
  expect(endsUndo({ ...deleted, appointments: [] }, moved)).toBe(false);
  expect(endsUndo(deleted, deleted)).toBe(false);
});

test('a message counts the newer ones that are not fading out, or only those of its own place [1.7]', () => {
  const undone = { undo: () => {}, isFadingOut: false };
  const plain = { undo: undefined, isFadingOut: false };
  const fading = { undo: undefined, isFadingOut: true };
  const messages = [fading, plain, undone, { ...plain }];
  expect(messages.map((message) => countNewer(messages, message))).toEqual([0, 0, 1, 2]);
  expect(messages.map((message) => countNewer(messages, message, true))).toEqual([0, 0, 0, 1]);
});

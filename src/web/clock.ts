import { useSyncExternalStore } from 'react';
import { wallClock } from '../shared/berlin.ts';

/** The Berlin wall clock: date `yyyy-mm-dd` and time `HH:mm`. */
export interface WallClock {
  date: string;
  time: string;
}

/** Returns the current Berlin day and time, and renders the component again each minute, also past midnight. */
export function useNow(): WallClock {
  const now = useSyncExternalStore(subscribe, currentMinute, currentMinute);
  return { date: now.slice(0, 10), time: now.slice(11) };
}

/** Whether an appointment on `date`, at `timeSlot` 'HH:mm - HH:mm', has not begun yet. */
export function startsInFuture({ date, timeSlot }: { date: string; timeSlot: string }, now: WallClock): boolean {
  return `${date} ${timeSlot.slice(0, 5)}` > `${now.date} ${now.time}`;
}

/** Whether an appointment on `date`, at `timeSlot` 'HH:mm - HH:mm', has ended. */
export function isOver({ date, timeSlot }: { date: string; timeSlot: string }, now: WallClock): boolean {
  return `${date} ${timeSlot.slice(-5)}` <= `${now.date} ${now.time}`;
}

/** Whether an appointment on `date`, at `timeSlot` 'HH:mm - HH:mm', has begun and not yet ended. */
export function isRunning(slot: { date: string; timeSlot: string }, now: WallClock): boolean {
  return !isOver(slot, now) && !startsInFuture(slot, now);
}

/** The cached text of the current minute, since 500 rows may need it in one render. */
let cached = { minute: -1, text: '' };

/** Returns the current minute as text, so that two snapshots of the same minute are equal. */
function currentMinute(): string {
  const minute = Math.floor(Date.now() / 60_000);
  if (minute === cached.minute) return cached.text;
  const { date, time } = wallClock(new Date());
  cached = { minute, text: `${date} ${time}` };
  return cached.text;
}

/** How often to check whether a new minute has begun, in milliseconds. */
const checkInterval = 15_000;
/** The subscribers, which share one timer. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(onChange: () => void) {
  listeners.add(onChange);
  timer ??= setInterval(() => {
    for (const listener of listeners) listener();
  }, checkInterval);
  return () => {
    listeners.delete(onChange);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

import { useSyncExternalStore } from 'react';
import { wallClock } from '../shared/berlin.ts';

/** The Berlin wall clock, date `yyyy-mm-dd` and time `HH:mm`; a page that stays open past midnight sees the new day. */
export function useNow(): { date: string; time: string } {
  const now = useSyncExternalStore(subscribe, minute);
  return { date: now.slice(0, 10), time: now.slice(11) };
}

/** A text, so that two readings of the same minute are equal. */
function minute(): string {
  const { date, time } = wallClock(new Date());
  return `${date} ${time}`;
}

function subscribe(onChange: () => void) {
  const timer = setInterval(onChange, 15_000);
  return () => clearInterval(timer);
}

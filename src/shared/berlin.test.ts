import { TZDateMini } from '@date-fns/tz';
import { expect, test } from 'vitest';
import { wallClock, zone } from './berlin.ts';

test('the wall clock is that of the zone at any instant, also around the clock changes', () => {
  const around = ['2026-03-29T01:00Z', '2026-10-25T01:00Z', '1946-04-14T01:00Z', '2026-12-31T23:00Z'].map(Date.parse);
  const near = around.flatMap((change) => Array.from({ length: 400 }, (_, i) => change + (i - 200) * 7 * 60_000));
  const far = Array.from({ length: 3000 }, (_, i) => Date.parse('1950-01-01T00:00Z') + i * 1_234_567_891);
  const two = (value: number) => String(value).padStart(2, '0');
  for (const time of [...near, ...far]) {
    const local = new TZDateMini(time, zone);
    expect(wallClock(new Date(time))).toEqual({
      date: `${local.getFullYear()}-${two(local.getMonth() + 1)}-${two(local.getDate())}`,
      time: `${two(local.getHours())}:${two(local.getMinutes())}`,
    });
  }
});

import { addDays } from '../../src/shared/berlin.ts';
import type { Chance } from './chance.ts';

/** The number of days with visits in the demo, up to today. */
const days = 14;

const browsers = [
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0', '1920', '1080', '1903', '969'],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile',
    '412',
    '915',
    '412',
    '785',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    '390',
    '844',
    '390',
    '664',
  ],
] as const;
const languages = ['de-DE', 'de-DE', 'de-DE', 'de', 'en-US', 'uk-UA', 'tr-TR'];
// IP networks that are reserved for documentation (RFC 5737, RFC 3849).
const networks = ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8:7::/48'];

/** How many visits on a day (`yyyy-mm-dd`) have this value of a kind of property, such as the language. */
export interface DemoVisits {
  day: string;
  kind: string;
  value: string;
  count: number;
}

/**
 * Makes up visits on the days up to `today` (`yyyy-mm-dd`), and counts them as the portal does: by day, kind of
 * property and value.
 */
export function makeVisits(today: string, chance: Chance): DemoVisits[] {
  const counts = new Map<string, DemoVisits>();
  const countVisit = (day: string, kind: string, value: string) => {
    const key = `${day} ${kind} ${value}`;
    const entry = counts.get(key) ?? { day, kind, value, count: 0 };
    counts.set(key, { ...entry, count: entry.count + 1 });
  };
  for (let daysAgo = 0; daysAgo < days; daysAgo++) {
    const day = addDays(today, -daysAgo);
    for (let visit = chance.between(8, 30); visit > 0; visit--) {
      const [userAgent, screenWidth, screenHeight, viewportWidth, viewportHeight] = chance.pickOne(browsers);
      const properties = { userAgent, screenWidth, screenHeight, viewportWidth, viewportHeight };
      for (const [kind, value] of Object.entries(properties)) countVisit(day, kind, value);
      countVisit(day, 'userLanguage', chance.pickOne(languages));
      countVisit(day, 'ipAddress', chance.pickOne(networks));
    }
  }
  return [...counts.values()];
}

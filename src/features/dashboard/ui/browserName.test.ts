import { expect, test } from 'vitest';
import { browserName, sumByBrowser } from './browserName.ts';

const mozilla = 'Mozilla/5.0';
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/126.0.0.0 Safari/537.36`, 'Chrome 126 auf Windows'],
  [`${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/125.0 Safari/537.36 Edg/125.0`, 'Edge 125 auf Windows'],
  [`${mozilla} (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0`, 'Firefox 128 auf Linux'],
  [
    `${mozilla} (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1`,
    'Safari 17 auf iPhone',
  ],
  [`${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/16.1 Safari/605.1`, 'Safari 16 auf macOS'],
  [
    `${mozilla} (Linux; Android 14; SM-S911B) ${webkit} SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36`,
    'Samsung Internet 25 auf Android',
  ],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['andere', 'andere'],
])('the user agent %s is shown as %s [10.4]', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});

test('different builds of the same browser version are counted together [10.4]', () => {
  const chrome = (build: string) => `${mozilla} (Windows NT 10.0) ${webkit} Chrome/126.0.${build} Safari/537.36`;
  expect(sumByBrowser({ [chrome('1')]: 3, [chrome('2')]: 4, andere: 1 })).toEqual({
    'Chrome 126 auf Windows': 7,
    andere: 1,
  });
});

/**
 * Patterns of browsers. More specific ones come first, because a user agent also contains the names of other browsers.
 */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|\bCriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

/** Patterns of operating systems, with the German words for each. */
const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'auf dem iPhone'],
  [/\biPad\b/, 'auf dem iPad'],
  [/\bAndroid\b/, 'auf Android'],
  [/\bWindows\b/, 'auf Windows'],
  [/\bCrOS\b/, 'auf einem Chromebook'],
  // Safari on an iPad identifies itself as Safari on a Mac.
  [/\bMacintosh\b.*\bVersion\/.*\bSafari\b/, 'auf Mac oder iPad'],
  [/\bMacintosh\b/, 'auf dem Mac'],
  [/\bLinux\b/, 'auf Linux'],
];

const findFirstMatch = (patterns: readonly [RegExp, string][], text: string) =>
  patterns.find(([pattern]) => pattern.test(text))?.[1];

/**
 * Describes the browser and operating system of a User-Agent header in German words: 'Firefox auf Windows'; '' if both
 * are unknown. The result may be wrong, because a client can send any header.
 */
export function describeDevice(userAgent: string | undefined): string {
  // The header is shortened, so that the patterns do not run over a long text. Browsers send fewer than 500 characters.
  const text = (userAgent ?? '').slice(0, 500);
  const [browser, system] = [findFirstMatch(browsers, text), findFirstMatch(systems, text)];
  if (!browser && !system) return '';
  return [browser ?? 'Browser', system].filter(Boolean).join(' ');
}

/** How browsers identify themselves, the most specific name first, because each also claims to be another one. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|\bCriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'auf dem iPhone'],
  [/\biPad\b/, 'auf dem iPad'],
  [/\bAndroid\b/, 'auf Android'],
  [/\bWindows\b/, 'auf Windows'],
  [/\bCrOS\b/, 'auf einem Chromebook'],
  // Safari on an iPad claims to be one on a Mac.
  [/\bMacintosh\b.*\bVersion\/.*\bSafari\b/, 'auf Mac oder iPad'],
  [/\bMacintosh\b/, 'auf dem Mac'],
  [/\bLinux\b/, 'auf Linux'],
];

const firstMatch = (list: readonly [RegExp, string][], text: string) =>
  list.find(([pattern]) => pattern.test(text))?.[1];

/**
 * The browser and system of a User-Agent header in words: 'Firefox auf Windows'; '' if both are unknown. This is only a
 * guess: a client may claim anything, and versions do not matter here.
 */
export function deviceOf(userAgent: string | undefined): string {
  // No browser sends more, and the patterns should not run over long texts.
  const text = (userAgent ?? '').slice(0, 500);
  const [browser, system] = [firstMatch(browsers, text), firstMatch(systems, text)];
  if (!browser && !system) return '';
  return [browser ?? 'Browser', system].filter(Boolean).join(' ');
}

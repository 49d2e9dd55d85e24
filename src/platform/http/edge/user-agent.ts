/** How browsers identify themselves, the most specific name first: all of them also claim to be others. */
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

const named = (list: readonly [RegExp, string][], text: string) => list.find(([pattern]) => pattern.test(text))?.[1];

/**
 * Browser and system of a User-Agent header in words: 'Firefox auf Windows'; '' if both are uncommon. This is a rule of
 * thumb: a client may claim anything, and versions do not matter here.
 */
export function deviceOf(userAgent: string | undefined): string {
  // No browser sends more, and the patterns should not run over long texts.
  const text = (userAgent ?? '').slice(0, 500);
  const [browser, system] = [named(browsers, text), named(systems, text)];
  if (!browser && !system) return '';
  return [browser ?? 'Browser', system].filter(Boolean).join(' ');
}

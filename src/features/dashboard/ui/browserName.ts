/**
 * Patterns that recognise a browser in its user agent. The order matters: the first match counts, because most user
 * agents also name other browsers.
 */
const browsers = [
  [/Edg(?:A|iOS)?\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/SamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+)[\d.]* (?:Mobile\/\S+ )?Safari/, 'Safari'],
] as const;

/** Patterns that recognise an operating system in a user agent. The first match counts here, too. */
const systems = [
  [/Windows/, 'Windows'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const;

/** The readable name of a user agent, such as 'Chrome 126 auf Windows'. An unknown user agent is returned unchanged. */
export function browserName(userAgent: string): string {
  for (const [pattern, name] of browsers) {
    const version = pattern.exec(userAgent)?.[1];
    if (!version) continue;
    const system = systems.find(([systemPattern]) => systemPattern.test(userAgent))?.[1];
    return system ? `${name} ${version} auf ${system}` : `${name} ${version}`;
  }
  return userAgent;
}

/** Converts visits per user agent to visits per readable name; the counts of equal names are added. */
export function sumByBrowser(counts: Record<string, number>): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [userAgent, count] of Object.entries(counts)) {
    const name = browserName(userAgent);
    sums[name] = (sums[name] ?? 0) + count;
  }
  return sums;
}

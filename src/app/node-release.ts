/** When the releases of Node that the portal runs on get their last security updates, by their major version. */
const lastDays: Readonly<Record<string, string>> = { 20: '2026-04-30', 22: '2027-04-30', 24: '2028-04-30' };

/**
 * Returns one line for the operator if this release of Node gets no security updates any more; null otherwise.
 * `version` is like '20.19.4', `today` a date `yyyy-mm-dd`.
 */
export function describeEndedNode(version: string, today: string): string | null {
  const lastDay = lastDays[version.split('.')[0] ?? ''];
  if (lastDay === undefined || today <= lastDay) return null;
  return `Node ${version} has had no security updates since ${lastDay}: install Node 24 (docs/installation.md).`;
}

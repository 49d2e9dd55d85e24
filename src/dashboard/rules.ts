/**
 * The network a visitor comes from, all that is kept of an address (contract §9): /24 of IPv4, /48 of IPv6.
 * `address` is IPv4, IPv6 or an IPv4 address mapped into IPv6; anything else gives ''.
 */
export function networkOf(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(address);
  if (v4) return `${v4[1]}.0/24`;
  if (!address.includes(':')) return '';
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? [];
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const groups = address.includes('::') ? [...before, ...zeros, ...after] : before;
  return `${groups
    .slice(0, 3)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/48`;
}

/** A value as it is counted: printable, on one line, at most 200 characters. */
export function countedText(value: string): string {
  return value
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 200);
}

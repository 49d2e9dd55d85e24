/** The networks of IPv4 that are not for everybody: address, length of the prefix. Compare RFC 6890. */
const forbiddenNetworks: readonly [network: string, prefixLength: number][] = [
  // This host, and unspecified.
  ['0.0.0.0', 8],
  // Private networks.
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  // Addresses that several customers of a provider share, behind its translation.
  ['100.64.0.0', 10],
  // Loopback.
  ['127.0.0.0', 8],
  // Link-local, where clouds tell machines their keys.
  ['169.254.0.0', 16],
  // Protocols, the old way from IPv6 to IPv4, and measurements.
  ['192.0.0.0', 24],
  ['192.88.99.0', 24],
  ['198.18.0.0', 15],
  // Groups, reserved addresses, and everybody in the network.
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/**
 * Whether the portal must send nothing to an IP address, since it is private, loopback, link-local, unspecified, shared,
 * reserved or of a group (reference 18.3). An IPv4 address inside of an IPv6 address (mapped, or by NAT64) counts as the
 * IPv4 address. Whatever is no address is forbidden.
 */
export function isForbiddenAddress(address: string): boolean {
  const number = parseIPv4(address);
  if (number !== null) return isForbiddenIPv4(number);
  const groups = parseIPv6(address);
  if (groups === null) return true;
  const prefix = groups.slice(0, 6).join(':');
  const last = (groups[6] ?? 0) * 0x1_0000 + (groups[7] ?? 0);
  // ::ffff:0:0/96 and 64:ff9b::/96.
  if (prefix === '0:0:0:0:0:65535' || prefix === '100:65435:0:0:0:0') return isForbiddenIPv4(last);
  const [first = 0, second = 0] = groups;
  // Only 2000::/3 is for everybody. Of it, 2001::/32 and 2002::/16 lead to an IPv4 address.
  return first < 0x2000 || first > 0x3fff || first === 0x2002 || (first === 0x2001 && second === 0);
}

function isForbiddenIPv4(number: number): boolean {
  return forbiddenNetworks.some(([network, prefixLength]) => {
    const size = 2 ** (32 - prefixLength);
    const start = parseIPv4(network) ?? 0;
    return number >= start && number < start + size;
  });
}

/** Four decimal numbers with dots, as one number; null for any other text. */
function parseIPv4(text: string): number | null {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  if (!match) return null;
  const parts = match.slice(1).map(Number);
  if (parts.some((part) => part > 255)) return null;
  return parts.reduce((number, part) => number * 256 + part, 0);
}

/** The eight groups of an IPv6 address, as numbers; null for any other text, and for an address with a zone. */
function parseIPv6(text: string): number[] | null {
  const [head = '', tail, ...rest] = withoutDots(text).split('::');
  if (rest.length > 0) return null;
  const start = head === '' ? [] : head.split(':');
  const end = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = 8 - start.length - end.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  const groups = [...start, ...new Array<string>(missing).fill('0'), ...end];
  return groups.every((group) => /^[\da-f]{1,4}$/i.test(group)) ? groups.map((group) => parseInt(group, 16)) : null;
}

/** Replaces an IPv4 address at the end of an IPv6 address by two groups. */
function withoutDots(text: string): string {
  const ending = /[\d.]+$/.exec(text)?.[0] ?? '';
  const number = parseIPv4(ending);
  if (number === null) return text;
  const groups = `${Math.floor(number / 0x1_0000).toString(16)}:${(number % 0x1_0000).toString(16)}`;
  return text.slice(0, -ending.length) + groups;
}

import { Refused } from './refused.ts';

/** An element's attributes by name. */
export type Attributes = Record<string, string>;

/**
 * The attributes of all elements of that local name, for the flat lists that say what a document consists of. Anything
 * a list of Office never holds (DTD, CDATA, an exotic encoding, a broken tag) is refused, so that nothing is read here
 * otherwise than Word would read it.
 */
export function elements(part: Buffer, localName: string): Attributes[] {
  const xml = withoutComments(decode(part));
  if (xml.includes('<!') || xml.includes('\0')) throw new Refused('wrongContent');
  const start = `<(?:[^\\s<>/:"'=]+:)?${localName}(?=[\\s/>])`;
  const whole = new RegExp(`${start}((?:[^"'<>]|"[^"<]*"|'[^'<]*')*)>`, 'g');
  const found = [...xml.matchAll(whole)].map((match) => attributes(match[1] ?? ''));
  if (found.length !== [...xml.matchAll(new RegExp(start, 'g'))].length) throw new Refused('wrongContent');
  return found;
}

/** By hand, for a pattern would search the whole text once for each comment that does not end. */
function withoutComments(xml: string): string {
  let kept = '';
  let from = 0;
  for (let start = xml.indexOf('<!--'); start >= 0; start = xml.indexOf('<!--', from)) {
    const end = xml.indexOf('-->', start + 4);
    if (end < 0) throw new Refused('wrongContent');
    kept += xml.slice(from, start);
    from = end + 3;
  }
  return kept + xml.slice(from);
}

function attributes(text: string): Attributes {
  const found = text.matchAll(/(?<=\s)([^\s="'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g);
  return Object.fromEntries([...found].map((match) => [match[1] ?? '', unescape(match[2] ?? match[3] ?? '')]));
}

function decode(part: Buffer): string {
  const encoding = part[0] === 0xff ? 'utf-16le' : part[0] === 0xfe ? 'utf-16be' : 'utf-8';
  const xml = new TextDecoder(encoding, { fatal: true }).decode(part);
  const declared = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([^"']*)/.exec(xml)?.[1]?.toLowerCase();
  if (declared !== undefined && !['us-ascii', 'utf-8', 'utf-16'].includes(declared)) throw new Refused('wrongContent');
  return xml;
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function unescape(text: string): string {
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return entities[name] ?? whole;
    return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
  });
}

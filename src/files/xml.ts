import { checkDeclaration, encodingOf, withoutDoctype } from './markup.ts';
import { Refused } from './refused.ts';

/** An element's attributes by name. */
export type Attributes = Record<string, string>;

/**
 * The attributes of all elements of that local name, for the flat lists that say what a document consists of. Anything
 * a list of Office never holds (a DTD of its own, CDATA, an exotic encoding, a broken tag) is refused, so that nothing is read here
 * otherwise than Word would read it.
 */
export function elements(part: Buffer, localName: string): Attributes[] {
  const xml = withoutDoctype(withoutComments(decode(part)));
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

/** The attributes of a tag, as they stand in it, by their full names. */
export function attributes(text: string): Attributes {
  const found = text.matchAll(/(?<=\s)([^\s="'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g);
  return Object.fromEntries([...found].map((match) => [match[1] ?? '', unescape(match[2] ?? match[3] ?? '')]));
}

function decode(part: Buffer): string {
  const xml = new TextDecoder(encodingOf(part), { fatal: true }).decode(part);
  checkDeclaration(xml);
  return xml;
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Text with its entities replaced. */
export function unescape(text: string): string {
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return entities[name] ?? whole;
    return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
  });
}

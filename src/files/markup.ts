import { Refused } from './refused.ts';

/** What is told of an XML part while it is read; names without their prefixes, attributes as they stand in the tag. */
export interface Seen {
  open(name: string, attributes: string): void;
  close(name: string): void;
  text(text: string): void;
}

/** A tag or comment may be so long, in UTF-16 units: drawings carry a copy of themselves in an attribute. */
const longest = 4_000_000;

/** More text than any document has; beyond it, reading would only keep the processor busy. */
const mostBytes = 100_000_000;

/**
 * Reads an XML part as it is inflated, without keeping it. No declaration of a DTD, exotic encoding or broken tag is read past: what Word
 * would read otherwise than this does is refused.
 */
export class MarkupReader {
  private decoder: InstanceType<typeof TextDecoder> | null = null;
  private rest = '';
  private bytes = 0;

  constructor(private readonly seen: Seen) {}

  write(chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.bytes > mostBytes) throw new Refused('tooLarge');
    this.decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
    this.read(this.decoder.decode(chunk, { stream: true }));
    if (this.rest.length > longest) throw new Refused('wrongContent');
  }

  end(): void {
    this.read(this.decoder?.decode() ?? '');
    if (this.rest !== '') throw new Refused('wrongContent');
  }

  /** Tells all that is complete and keeps what is not. */
  private read(more: string): void {
    const xml = this.rest + more;
    // A zero is a UTF-16 that does not say so.
    if (more.includes('\0')) throw new Refused('wrongContent');
    let at = 0;
    while (at < xml.length) {
      const start = xml.indexOf('<', at);
      if (start !== at) this.seen.text(xml.slice(at, start < 0 ? undefined : start));
      if (start < 0) {
        at = xml.length;
        break;
      }
      const end = this.piece(xml, start);
      at = end < 0 ? start : end;
      if (end < 0) break;
    }
    this.rest = xml.slice(at);
  }

  /** Tells of the tag, comment or other piece that begins here, and answers where it ends; -1 where its end is not in yet. */
  private piece(xml: string, start: number): number {
    const after = (mark: string, from: number) => {
      const end = xml.indexOf(mark, from);
      return end < 0 ? -1 : end + mark.length;
    };
    if (xml.length - start < 9 && /^<!?[-[A-Z]*$/.test(xml.slice(start))) return -1;
    if (xml.startsWith('<!--', start)) return after('-->', start + 4);
    if (xml.startsWith('<![CDATA[', start)) {
      const end = after(']]>', start);
      if (end > 0) this.seen.text(xml.slice(start + 9, end - 3));
      return end;
    }
    if (xml.startsWith('<?', start)) {
      const end = after('?>', start);
      if (end > 0) checkDeclaration(xml.slice(start, end));
      return end;
    }
    if (xml.startsWith('<!', start)) return endOfDoctype(xml, start);
    const end = endOfTag(xml, start);
    if (end > 0) this.tag(xml.slice(start + 1, end - 1));
    return end;
  }

  private tag(inner: string): void {
    const [, closing, name = '', attributes = ''] = /^(\/?)(?:[^\s/:"'=]+:)?([^\s/:"'=]+)([^]*)$/.exec(inner) ?? [];
    if (name === '' || !/^(?:$|[\s/])/.test(attributes)) throw new Refused('wrongContent');
    if (closing) return this.seen.close(name);
    this.seen.open(name, attributes);
    if (attributes.endsWith('/')) this.seen.close(name);
  }
}

/** Behind the > that ends a tag, as no quoted one does; -1 where it is not in yet. */
function endOfTag(xml: string, start: number): number {
  const marks = /[>"']/g;
  marks.lastIndex = start + 1;
  for (let mark = marks.exec(xml); mark; mark = marks.exec(xml)) {
    if (mark[0] === '>') return marks.lastIndex;
    const closed = xml.indexOf(mark[0], marks.lastIndex);
    if (closed < 0) return -1;
    marks.lastIndex = closed + 1;
  }
  return -1;
}

/** What kind of list it is, some writers say by a reference that nobody loads; one that declares anything itself is refused. */
const doctype = /<!DOCTYPE[^<>[\]]*>/y;

function endOfDoctype(xml: string, start: number): number {
  doctype.lastIndex = start;
  if (doctype.test(xml)) return doctype.lastIndex;
  if (xml.length - start < 1000 && /^<![A-Z]*[^<>[\]]*$/.test(xml.slice(start))) return -1;
  throw new Refused('wrongContent');
}

/** Text without references to a DTD. */
export function withoutDoctype(xml: string): string {
  return xml.replace(new RegExp(doctype.source), '');
}

/** The encoding that a part's first bytes tell: UTF-8, or UTF-16 behind a byte order mark. */
export function encodingOf(start: Buffer): string {
  return start[0] === 0xff ? 'utf-16le' : start[0] === 0xfe ? 'utf-16be' : 'utf-8';
}

/** Encodings in which a text reads the same as decoded here; others are refused. */
export function checkDeclaration(start: string): void {
  const declared = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([^"']*)/.exec(start)?.[1]?.toLowerCase();
  if (declared !== undefined && !['us-ascii', 'utf-8', 'utf-16'].includes(declared)) throw new Refused('wrongContent');
}

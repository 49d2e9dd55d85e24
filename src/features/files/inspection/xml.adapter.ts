import sax, { type SAXParser, type Tag as SaxTag } from 'sax';
import { RefusedDocument } from './refused-document.rules.ts';

/**
 * An opening tag in an XML part. `start` is the position of its `<`, and `end` is the position after its `>`, both in
 * UTF-16 code units.
 */
export interface Tag {
  /** The name without its namespace prefix. */
  name: string;
  /** The values of the attributes by their full names, with entities replaced. */
  attributes: Record<string, string>;
  start: number;
  end: number;
}

/** Receives the tags and texts of an XML part while the part is read. */
export interface Watcher {
  open(tag: Tag): void;
  /** `start` and `end` are the positions of the closing tag; for `<a/>`, the positions of the whole tag. */
  close?(name: string, start: number, end: number): void;
  text?(text: string): void;
}

/**
 * Lifts the library's limit of 64 KB for an attribute, since some drawings contain a copy of themselves in an
 * attribute. `openZip` limits the sizes of parts.
 */
Object.assign(sax, { MAX_BUFFER_LENGTH: Infinity });

/** Matches XML declarations without an encoding, or with an encoding that all programs decode as `XmlReader` does. */
const acceptedDeclaration =
  /\bencoding\s*=\s*["'](utf-8|utf-16|us-ascii|iso-8859-1|windows-1252)["']|^(?!.*\bencoding\b)/i;

/**
 * Reads an XML part while it is inflated, without keeping it in memory. Throws RefusedDocument if the part has an
 * unusual encoding, declares entities, or is not well-formed. `lenient` ignores wrong closing tags, which AbiWord
 * writes into OpenDocuments; all names are then in lower case.
 */
export class XmlReader {
  private readonly parser: SAXParser;
  private decoder: InstanceType<typeof TextDecoder> | null = null;

  constructor(watcher: Watcher, { lenient = false } = {}) {
    this.parser = sax.parser(!lenient, { position: true, lowercase: true, noscript: true });
    this.parser.onerror = () => {
      throw new RefusedDocument('wrongContent');
    };
    this.parser.onprocessinginstruction = ({ name, body }) => {
      if (name === 'xml' && !acceptedDeclaration.test(body)) throw new RefusedDocument('wrongContent');
    };
    // A DTD that declares entities has brackets and is refused. A mere reference to an external DTD is harmless, since
    // no program loads it.
    this.parser.ondoctype = (doctype) => {
      if (doctype.includes('[')) throw new RefusedDocument('wrongContent');
    };
    this.parser.onopentag = (tag) => {
      const { name, attributes } = tag as SaxTag;
      watcher.open({
        name: localName(name),
        attributes,
        start: this.parser.startTagPosition - 1,
        end: this.parser.position,
      });
    };
    this.parser.onclosetag = (name) =>
      watcher.close?.(localName(name), this.parser.startTagPosition - 1, this.parser.position);
    this.parser.ontext = (text) => watcher.text?.(text);
    this.parser.oncdata = (text) => watcher.text?.(text);
  }

  write(chunk: Buffer): void {
    this.decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
    this.parser.write(this.decoder.decode(chunk, { stream: true }));
  }

  end(): void {
    this.parser.write(this.decoder?.decode() ?? '').close();
  }
}

/** Returns a name without its namespace prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Returns the value of the attribute with this name and any namespace prefix; '' if the attribute is missing. */
export function localAttribute({ attributes }: Tag, name: string): string {
  return Object.entries(attributes).find(([fullName]) => localName(fullName) === name)?.[1] ?? '';
}

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** Returns the encoding of a part: UTF-16 if the part begins with its byte order mark, otherwise UTF-8. */
export function encodingOf(start: Buffer): Encoding {
  return start[0] === 0xff ? 'utf-16le' : start[0] === 0xfe ? 'utf-16be' : 'utf-8';
}

/** A change to an XML part: `replace` returns the new text between two positions, which are in UTF-16 code units. */
export interface Edit {
  start: number;
  end: number;
  replace: (text: string) => string;
}

/** Returns a part with edits applied, in the same encoding. Ignores edits that lie inside another edit. */
export function applyEdits(part: Buffer, edits: readonly Edit[]): Buffer {
  const encoding = encodingOf(part);
  const xml = new TextDecoder(encoding, { fatal: true }).decode(part);
  let result = '';
  let at = 0;
  for (const { start, end, replace } of edits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < at) continue;
    result += xml.slice(at, start) + replace(xml.slice(start, end));
    at = end;
  }
  return encode(result + xml.slice(at), encoding);
}

/** Returns the bytes of a part's text; UTF-16 begins with its byte order mark. */
export function encode(xml: string, encoding: Encoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(xml);
  const utf16 = Buffer.from(`\uFEFF${xml}`, 'utf16le');
  return encoding === 'utf-16be' ? utf16.swap16() : utf16;
}

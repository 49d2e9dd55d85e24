import sax, { type SAXParser, type Tag as SaxTag } from 'sax';
import { RejectedDocument } from './rejected-document.rules.ts';

/** A tag in a part; `start` and `end` count UTF-16 units of the decoded part, `end` after its `>`. */
export interface Tag {
  /** Without its prefix. */
  name: string;
  /** The values by full names, with entities replaced. */
  attributes: Record<string, string>;
  start: number;
  end: number;
}

/** Receives the tags and texts of an XML part while it is being read. */
export interface Watcher {
  open(tag: Tag): void;
  /** `start` and `end` of the closing tag; for `<a/>` they are those of the tag itself. */
  close?(name: string, start: number, end: number): void;
  text?(text: string): void;
}

/**
 * Lifts the library's limit of 64 KB for an attribute, since some drawings hold a copy of themselves in one. The size
 * of a part is limited elsewhere.
 */
Object.assign(sax, { MAX_BUFFER_LENGTH: Infinity });

/** Declared encodings with which other programs read the same text as this reader. */
const encodings = /\bencoding\s*=\s*["'](utf-8|utf-16|us-ascii|iso-8859-1|windows-1252)["']|^(?!.*\bencoding\b)/i;

/**
 * Reads an XML part while it is inflated, without keeping it. Throws RejectedDocument if it is in an encoding that
 * Office does not write, declares entities, or is not well-formed. `lenient` ignores wrong closing tags, which AbiWord
 * writes into OpenDocuments; all names are then in lower case.
 */
export class XmlReader {
  private readonly parser: SAXParser;
  private decoder: InstanceType<typeof TextDecoder> | null = null;

  constructor(watcher: Watcher, { lenient = false } = {}) {
    this.parser = sax.parser(!lenient, { position: true, lowercase: true, noscript: true });
    this.parser.onerror = () => {
      throw new RejectedDocument('wrongContent');
    };
    this.parser.onprocessinginstruction = ({ name, body }) => {
      if (name === 'xml' && !encodings.test(body)) throw new RejectedDocument('wrongContent');
    };
    // Declared entities are refused; a reference to an external list of allowed tags is harmless, since no program
    // loads it.
    this.parser.ondoctype = (doctype) => {
      if (doctype.includes('[')) throw new RejectedDocument('wrongContent');
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

/** A name without its prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The value of an attribute, whatever its prefix; '' if it is missing. */
export function localAttribute({ attributes }: Tag, name: string): string {
  return Object.entries(attributes).find(([fullName]) => localName(fullName) === name)?.[1] ?? '';
}

/** The encoding that a part's first bytes indicate: UTF-16 with a byte order mark, otherwise UTF-8. */
function encodingOf(start: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  return start[0] === 0xff ? 'utf-16le' : start[0] === 0xfe ? 'utf-16be' : 'utf-8';
}

/** A change of a part: the text between two positions (UTF-16 units of the decoded part) is replaced. */
export interface Edit {
  start: number;
  end: number;
  replace: (text: string) => string;
}

/** Applies edits to a part and keeps its encoding; an edit inside another one is dropped. */
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
  result += xml.slice(at);
  if (encoding === 'utf-8') return Buffer.from(result);
  const utf16 = Buffer.from(`\uFEFF${result}`, 'utf16le');
  return encoding === 'utf-16be' ? utf16.swap16() : utf16;
}

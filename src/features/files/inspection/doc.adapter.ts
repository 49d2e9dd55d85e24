import { refuseProgramsAndMacros, readStreams } from './programs.adapter.ts';
import { RefusedDocument } from './refused-document.rules.ts';
import { endsLikeZip } from './zip.adapter.ts';

/** The signatures of a doc: of Word 97 and later, then of Word 6 and 95 (specification [MS-DOC], section 2.5.2). */
const wordSignatures = [0xa5ec, 0xa5dc];
/** The offset of the flags in the header, and the flag `fEncrypted`. */
const flagsOffset = 10;
const encryptedFlag = 0x0100;

/**
 * Inspects a doc, the Word format used before 2007. Refuses other files, and documents that have a password, contain
 * macros or programs, start a program, or load a remote template. Always returns false, since it writes no harmless
 * copy: nothing can be removed safely from this format.
 */
export function inspectDoc(bytes: Buffer): boolean {
  if (endsLikeZip(bytes)) throw new RefusedDocument('wrongContent');
  const streams = readStreams(bytes);
  const mainStream = streams.find(({ path }) => path === '/WordDocument')?.content;
  if (!mainStream || mainStream.length < 12 || !wordSignatures.includes(mainStream.readUInt16LE(0)))
    throw new RefusedDocument('wrongContent');
  if ((mainStream.readUInt16LE(flagsOffset) & encryptedFlag) !== 0) throw new RefusedDocument('protected');
  refuseProgramsAndMacros(streams);
  for (const { path, content } of streams) if (/^\/(WordDocument|[01]Table)$/.test(path)) refuseHarmfulText(content);
  return false;
}

/** The character that begins a field. */
const fieldStart = '\u0013';
/** Matches the address of a template on the web or on a file server. */
const remoteTemplate = /(https?:|file:\/|\\)[\\/][^\s"<>|\p{Cc}]{1,300}\.dot[mx]?(?![a-z])/iu;

/** Refuses a stream whose text has fields that start programs, or the address of a remote template. */
function refuseHarmfulText(content: Buffer): void {
  // Characters have one or two bytes; without the zero bytes, letters of both sizes look the same.
  const text = content.toString('latin1').replaceAll('\0', '');
  const fields = text.split(fieldStart).slice(1);
  if (fields.some((field) => /^\s*"?DDE(AUTO)?\s/i.test(field.slice(0, 100)))) throw new RefusedDocument('scripts');
  if (remoteTemplate.test(text)) throw new RefusedDocument('linked');
}

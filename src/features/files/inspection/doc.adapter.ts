import { refusePrograms, streamsOf } from './programs.adapter.ts';
import { RejectedDocument } from './rejected-document.rules.ts';
import { endsAsZip } from './zip.adapter.ts';

/** The numbers in the first two bytes of a document: of Word 97 and later, and of Word 6 and 95 ([MS-DOC] 2.5.2). */
const wordSignatures = [0xa5ec, 0xa5dc];
/** The bit `fEncrypted` among the flags in the header. */
const encryptedFlag = 0x0100;

/**
 * Inspects a Word document in the format used before 2007. Refuses other files, and documents that have a password,
 * carry macros or programs, start a program, or load a template from the web. Always returns false: it writes no copy,
 * since nothing can be removed safely from this format.
 */
export function inspectDoc(bytes: Buffer): boolean {
  if (endsAsZip(bytes)) throw new RejectedDocument('wrongContent');
  const streams = streamsOf(bytes);
  const head = streams.find(({ path }) => path === '/WordDocument')?.content;
  if (!head || head.length < 12 || !wordSignatures.includes(head.readUInt16LE(0)))
    throw new RejectedDocument('wrongContent');
  if ((head.readUInt16LE(10) & encryptedFlag) !== 0) throw new RejectedDocument('protected');
  refusePrograms(streams);
  for (const { path, content } of streams) if (/^\/(WordDocument|[01]Table)$/.test(path)) refuseHarmfulText(content);
  return false;
}

/** The character before a field's code. */
const fieldStart = '\u0013';
const webTemplate = /(https?:|file:\/|\\)[\\/][^\s"<>|\p{Cc}]{1,300}\.dot[mx]?(?![a-z])/iu;

/**
 * Refuses text with fields that start programs, or with a template on the web. A character has one or two bytes, so the
 * zeros between the letters are removed first.
 */
function refuseHarmfulText(content: Buffer): void {
  const text = content.toString('latin1').replaceAll('\0', '');
  const fields = text.split(fieldStart).slice(1);
  if (fields.some((field) => /^\s*"?DDE(AUTO)?\s/i.test(field.slice(0, 100)))) throw new RejectedDocument('scripts');
  if (webTemplate.test(text)) throw new RejectedDocument('linked');
}

import { refusePrograms, streamsOf } from './programs.ts';
import { RejectedDocument } from './rejected.ts';
import { endsAsZip } from './zip.ts';

/** First word of a document of Word 97 and later, and of Word 6 and 95 ([MS-DOC] 2.5.2). */
const documentMarks = [0xa5ec, 0xa5dc];
/** fEncrypted among the flags behind it. */
const encrypted = 0x0100;

/**
 * Looks into a Word document of the format before 2007. Refuses what is none, has a password, carries macros or programs,
 * starts one, or takes a template from the web: in this format nothing can be taken out safely.
 */
export function inspectDoc(bytes: Buffer): boolean {
  if (endsAsZip(bytes)) throw new RejectedDocument('wrongContent');
  const streams = streamsOf(bytes);
  const head = streams.find(({ path }) => path === '/WordDocument')?.content;
  if (!head || head.length < 12 || !documentMarks.includes(head.readUInt16LE(0)))
    throw new RejectedDocument('wrongContent');
  if ((head.readUInt16LE(10) & encrypted) !== 0) throw new RejectedDocument('protected');
  refusePrograms(streams);
  for (const { path, content } of streams) if (/^\/(WordDocument|[01]Table)$/.test(path)) refuseFetching(content);
  return false;
}

/** The character before a field's code. */
const fieldBegins = '\u0013';
const template = /(https?:|file:\/|\\)[\\/][^\s"<>|\p{Cc}]{1,300}\.dot[mx]?(?![a-z])/iu;

/** The text lies in one or two bytes a character: fields that start programs, and templates by an address. */
function refuseFetching(content: Buffer): void {
  const text = content.toString('latin1').replaceAll('\0', '');
  const fields = text.split(fieldBegins).slice(1);
  if (fields.some((field) => /^\s*"?DDE(AUTO)?\s/i.test(field.slice(0, 100)))) throw new RejectedDocument('scripts');
  if (template.test(text)) throw new RejectedDocument('linked');
}

import type { ReadAt } from './bytes.ts';
import { readCompound } from './compound.ts';
import { Refused } from './refused.ts';
import { endsOfZip, longestEnd } from './zip.ts';

/** Refuses what is not a Word document of the format before 2007, is protected, carries code or files, or fetches foreign parts. */
export async function inspectDoc(readAt: ReadAt, size: number): Promise<void> {
  const { entries, headOf } = await readCompound(readAt, size);
  const text = entries.find((entry) => entry.top && entry.isStream && entry.name === 'WordDocument');
  if (!text) throw new Refused('wrongContent');
  const head = await headOf(text);
  if (head.length < 12 || !documentMarks.includes(head.readUInt16LE(0))) throw new Refused('wrongContent');
  if ((head.readUInt16LE(10) & encrypted) !== 0) throw new Refused('protected');
  if (entries.some((entry) => /^(macros|vba|_vba_project.*)$/i.test(entry.name))) throw new Refused('macros');
  if (entries.some((entry) => /^(\p{Cc}ole10native|package|equation native)$/iu.test(entry.name))) {
    throw new Refused('embedded');
  }
  if (endsOfZip(await readAt(Math.max(0, size - longestEnd), longestEnd)) > 0) throw new Refused('wrongContent');
  await refuseFetching(readAt, size);
}

/** First word of a document of Word 97 and later, and of Word 6 and 95 ([MS-DOC] 2.5.2). */
const documentMarks = [0xa5ec, 0xa5dc];
/** fEncrypted among the flags behind it. */
const encrypted = 0x0100;

/** The character before a field's code. */
const fieldBegins = '\u0013';
const template = /(https?:|file:\/|\\)[\\/][^\s"<>|\p{Cc}]{1,300}\.dot[mx]?(?![a-z])/iu;

/** Bytes looked at at once, and how far they overlap. */
const window = 1_000_000;
const overlap = 1000;

/**
 * The text lies in one or two bytes a character anywhere in the file: fields that start programs, and templates by an
 * address. What is scattered over distant sectors on purpose is not found here.
 */
async function refuseFetching(readAt: ReadAt, size: number): Promise<void> {
  for (let at = 0; at < size; at += window - overlap) {
    const text = (await readAt(at, window)).toString('latin1').replaceAll('\0', '');
    const fields = text.split(fieldBegins).slice(1);
    if (fields.some((field) => /^\s*"?DDE(AUTO)?\s/i.test(field)) || template.test(text)) {
      throw new Refused('linked');
    }
  }
}

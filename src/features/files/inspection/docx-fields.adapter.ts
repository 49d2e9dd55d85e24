import { isRemote } from './links.rules.ts';
import { RefusedDocument } from './refused-document.rules.ts';
import { localName, localAttribute, type Edit, type Tag, type Watcher } from './xml.adapter.ts';

/** A field of a Word document. The code says what the field computes or loads; the last result follows the code. */
interface Field {
  code: string;
  /** Whether the result has not begun yet. */
  isInCode: boolean;
  /** The positions of the code in the part. */
  ranges: { start: number; end: number }[];
}

/** Matches the code of fields that start programs. */
const programPattern = /^"?DDE(?:AUTO)?(?![A-Za-z])/i;

/** Matches the code of fields that load other files as soon as the document is opened, printed or updated. */
const loadingPattern = /^"?(?:INCLUDE|INCLUDETEXT|INCLUDEPICTURE|IMPORT|LINK|DATABASE|RD)(?![A-Za-z])/i;

/** The number of characters of a field's code that are read, since its first words determine what it does. */
const maxCodeLength = 500;

/**
 * Returns a watcher for the fields in a part of a Word document. The watcher refuses a field that starts a program. It
 * empties the code of a field that loads external content; the last result of the field stays visible.
 */
export function watchFields(addEdit: (edit: Edit) => void): Watcher {
  const fields: Field[] = [];
  let codeStart: number | null = null;
  let text = '';

  const addCode = (code: string, range: { start: number; end: number }) => {
    const field = fields.at(-1);
    // Some word processors treat code outside a field like a field.
    if (!field) return inspectCode(code.trimStart(), [range], addEdit);
    if (!field.isInCode) return;
    field.ranges.push(range);
    if (field.code.length < maxCodeLength) field.code = (field.code + code).trimStart();
  };
  const beginField = () => {
    const outerField = fields.at(-1);
    // A field at the start of another field's code determines what that field does. Ordinary documents have none.
    if (outerField?.isInCode && outerField.code === '') throw new RefusedDocument('scripts');
    fields.push({ code: '', isInCode: true, ranges: [] });
  };
  const finishCode = () => {
    const field = fields.at(-1);
    if (field?.isInCode) inspectCode(field.code, field.ranges, addEdit);
    if (field) field.isInCode = false;
  };

  return {
    open(tag) {
      if (isCodeTag(tag.name)) {
        codeStart = tag.end;
        text = '';
      }
      if (tag.name === 'fldSimple') inspectSimpleField(tag, addEdit);
      if (tag.name !== 'fldChar') return;
      const type = localAttribute(tag, 'fldCharType');
      if (type === 'begin') beginField();
      else finishCode();
      if (type === 'end') fields.pop();
    },
    close(name, start) {
      if (!isCodeTag(name) || codeStart === null) return;
      addCode(text, { start: codeStart, end: Math.max(start, codeStart) });
      codeStart = null;
    },
    text(chunk) {
      if (codeStart !== null) text += chunk;
    },
  };
}

const isCodeTag = (name: string) => name === 'instrText' || name === 'delInstrText';

/** Refuses the code of a field if it starts a program, and adds edits that empty it if it loads external content. */
function inspectCode(code: string, ranges: Field['ranges'], addEdit: (edit: Edit) => void): void {
  if (programPattern.test(code)) throw new RefusedDocument('scripts');
  if (loadsExternalContent(code)) for (const range of ranges) addEdit({ ...range, replace: () => '' });
}

/** Like `inspectCode`, for a field whose code is an attribute of its tag. */
function inspectSimpleField(tag: Tag, addEdit: (edit: Edit) => void): void {
  const code = localAttribute(tag, 'instr').trimStart();
  if (programPattern.test(code)) throw new RefusedDocument('scripts');
  const name = Object.keys(tag.attributes).find((fullName) => localName(fullName) === 'instr') ?? '';
  const attribute = new RegExp(`(\\s${name}\\s*=\\s*)("[^"]*"|'[^']*')`);
  if (loadsExternalContent(code))
    addEdit({ start: tag.start, end: tag.end, replace: (text) => text.replace(attribute, '$1""') });
}

/**
 * Whether a field with this code loads external content. Backslashes in the code are doubled, and words may be quoted.
 */
function loadsExternalContent(code: string): boolean {
  if (!loadingPattern.test(code)) return false;
  const words = code.replaceAll('\\\\', '\\').match(/"[^"]*"|\S+/g) ?? [];
  return (
    words
      .slice(1)
      .map((word) => word.replaceAll('"', ''))
      // Words that begin with one backslash are options of the field.
      .some((word) => !/^\\[^\\]/.test(word) && /[\\/]{2}|^[a-z][a-z\d+.-]+:/i.test(word) && isRemote(word))
  );
}

import { isForeign } from './links.rules.ts';
import { RejectedDocument } from './rejected-document.rules.ts';
import { localName, localAttribute, type Edit, type Tag, type Watcher } from './xml.adapter.ts';

/** A field that is being read: its code, whether the code goes on (no result has begun), and the code's positions. */
interface Field {
  code: string;
  inCode: boolean;
  ranges: { start: number; end: number }[];
}

/** Matches the code of fields that start programs. */
const programStart = /^"?DDE(?:AUTO)?(?![A-Za-z])/i;

/** Matches the code of fields that load other files as soon as the document is opened, printed or updated. */
const loadingStart = /^"?(?:INCLUDE|INCLUDETEXT|INCLUDEPICTURE|IMPORT|LINK|DATABASE|RD)(?![A-Za-z])/i;

/** The length after which the rest of a field's code is ignored, since its first words determine what it does. */
const maxCodeLength = 500;

/**
 * Returns a watcher for the fields in a part of a Word document. It refuses a field that starts a program, and adds
 * edits that empty the code of a field that loads external content; the field's last result stays visible.
 */
export function watchFields(addEdit: (edit: Edit) => void): Watcher {
  const fields: Field[] = [];
  let codeStart: number | null = null;
  let text = '';

  const addCode = (code: string, range: { start: number; end: number }) => {
    const field = fields.at(-1);
    // Some word processors treat code outside a field as a field.
    if (!field) return disarm(code.trimStart(), [range], addEdit);
    if (!field.inCode) return;
    field.ranges.push(range);
    if (field.code.length < maxCodeLength) field.code = (field.code + code).trimStart();
  };
  const beginField = () => {
    const outer = fields.at(-1);
    // The result of this field would determine what the outer field does, which never occurs in ordinary documents.
    if (outer?.inCode && outer.code === '') throw new RejectedDocument('scripts');
    fields.push({ code: '', inCode: true, ranges: [] });
  };
  const finishCode = () => {
    const field = fields.at(-1);
    if (field?.inCode) disarm(field.code, field.ranges, addEdit);
    if (field) field.inCode = false;
  };

  return {
    open(tag) {
      if (isCode(tag.name)) {
        codeStart = tag.end;
        text = '';
      }
      if (tag.name === 'fldSimple') disarmSimpleField(tag, addEdit);
      if (tag.name !== 'fldChar') return;
      const type = localAttribute(tag, 'fldCharType');
      if (type === 'begin') beginField();
      else finishCode();
      if (type === 'end') fields.pop();
    },
    close(name, start) {
      if (!isCode(name) || codeStart === null) return;
      addCode(text, { start: codeStart, end: Math.max(start, codeStart) });
      codeStart = null;
    },
    text(chunk) {
      if (codeStart !== null) text += chunk;
    },
  };
}

const isCode = (name: string) => name === 'instrText' || name === 'delInstrText';

function disarm(code: string, ranges: Field['ranges'], addEdit: (edit: Edit) => void): void {
  if (programStart.test(code)) throw new RejectedDocument('scripts');
  if (loadsExternalContent(code)) for (const range of ranges) addEdit({ ...range, replace: () => '' });
}

function disarmSimpleField(tag: Tag, addEdit: (edit: Edit) => void): void {
  const code = localAttribute(tag, 'instr').trimStart();
  if (programStart.test(code)) throw new RejectedDocument('scripts');
  const name = Object.keys(tag.attributes).find((full) => localName(full) === 'instr') ?? '';
  const attribute = new RegExp(`(\\s${name}\\s*=\\s*)("[^"]*"|'[^']*')`);
  if (loadsExternalContent(code))
    addEdit({ start: tag.start, end: tag.end, replace: (text) => text.replace(attribute, '$1""') });
}

/** Whether a field with this code loads external content. The code has doubled backslashes and may have quoted words. */
function loadsExternalContent(code: string): boolean {
  if (!loadingStart.test(code)) return false;
  const words = code.replaceAll('\\\\', '\\').match(/"[^"]*"|\S+/g) ?? [];
  return words
    .slice(1)
    .map((word) => word.replaceAll('"', ''))
    .some((word) => !/^\\[^\\]/.test(word) && /[\\/]{2}|^[a-z][a-z\d+.-]+:/i.test(word) && isForeign(word));
}

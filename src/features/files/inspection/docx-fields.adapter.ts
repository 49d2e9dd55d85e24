import { isForeign } from './links.rules.ts';
import { RejectedDocument } from './rejected-document.rules.ts';
import { localName, localAttribute, type Edit, type Tag, type Watcher } from './xml.adapter.ts';

/** A field being read: its code, which ends where its result begins, and the positions of that code. */
interface Field {
  code: string;
  inCode: boolean;
  ranges: { start: number; end: number }[];
}

/** Fields that start programs. */
const startsProgram = /^"?DDE(?:AUTO)?(?![A-Za-z])/i;

/** Fields that load content from elsewhere as soon as the document is opened, printed or updated. */
const loadsContent = /^"?(?:INCLUDE|INCLUDETEXT|INCLUDEPICTURE|IMPORT|LINK|DATABASE|RD)(?![A-Za-z])/i;

/** The length after which the rest of a field's code is ignored: its first words decide what it does. */
const maxCodeLength = 500;

/**
 * Reads the fields of a part of a Word document: refuses a field that starts a program, and adds edits that empty the
 * code of a field that loads external content; the field's last result stays visible.
 */
export function watchFields(addEdit: (edit: Edit) => void): Watcher {
  const fields: Field[] = [];
  let codeFrom: number | null = null;
  let text = '';

  const addCode = (code: string, range: { start: number; end: number }) => {
    const field = fields.at(-1);
    // Some programs treat code outside a field as a field.
    if (!field) return disarm(code.trimStart(), [range], addEdit);
    if (!field.inCode) return;
    field.ranges.push(range);
    if (field.code.length < maxCodeLength) field.code = (field.code + code).trimStart();
  };
  const beginField = () => {
    const outer = fields.at(-1);
    // The outer field would take its kind from this field's result, which ordinary documents never do.
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
        codeFrom = tag.end;
        text = '';
      }
      if (tag.name === 'fldSimple') disarmSimple(tag, addEdit);
      if (tag.name !== 'fldChar') return;
      const type = localAttribute(tag, 'fldCharType');
      if (type === 'begin') beginField();
      else finishCode();
      if (type === 'end') fields.pop();
    },
    close(name, start) {
      if (!isCode(name) || codeFrom === null) return;
      addCode(text, { start: codeFrom, end: Math.max(start, codeFrom) });
      codeFrom = null;
    },
    text(chunk) {
      if (codeFrom !== null) text += chunk;
    },
  };
}

const isCode = (name: string) => name === 'instrText' || name === 'delInstrText';

function disarm(code: string, ranges: Field['ranges'], addEdit: (edit: Edit) => void): void {
  if (startsProgram.test(code)) throw new RejectedDocument('scripts');
  if (loadsForeignContent(code)) for (const range of ranges) addEdit({ ...range, replace: () => '' });
}

function disarmSimple(tag: Tag, addEdit: (edit: Edit) => void): void {
  const code = localAttribute(tag, 'instr').trimStart();
  if (startsProgram.test(code)) throw new RejectedDocument('scripts');
  const name = Object.keys(tag.attributes).find((full) => localName(full) === 'instr') ?? '';
  const attribute = new RegExp(`(\\s${name}\\s*=\\s*)("[^"]*"|'[^']*')`);
  if (loadsForeignContent(code))
    addEdit({ start: tag.start, end: tag.end, replace: (text) => text.replace(attribute, '$1""') });
}

/** Whether a field loads something external. In its code, backslashes are doubled and words may be quoted. */
function loadsForeignContent(code: string): boolean {
  if (!loadsContent.test(code)) return false;
  const words = code.replaceAll('\\\\', '\\').match(/"[^"]*"|\S+/g) ?? [];
  return words
    .slice(1)
    .map((word) => word.replaceAll('"', ''))
    .some((word) => !/^\\[^\\]/.test(word) && /[\\/]{2}|^[a-z][a-z\d+.-]+:/i.test(word) && isForeign(word));
}

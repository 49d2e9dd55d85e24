import { isForeign } from './links.rules.ts';
import { RejectedDocument } from './rejected-document.rules.ts';
import { local, localAttribute, type Edit, type Tag, type Watcher } from './xml.adapter.ts';

/** A field being read: its code up to its result, and the position of that code. */
interface Field {
  code: string;
  inCode: boolean;
  places: { start: number; end: number }[];
}

/** Fields that start programs. */
const starting = /^"?DDE(?:AUTO)?(?![A-Za-z])/i;

/** Fields that load content from elsewhere as soon as the document is opened, printed or updated. */
const fetching = /^"?(?:INCLUDE|INCLUDETEXT|INCLUDEPICTURE|IMPORT|LINK|DATABASE|RD)(?![A-Za-z])/i;

/** A field's first words decide what it does; the rest of its code is not kept. */
const firstWords = 500;

/**
 * Reads the fields of a part of a Word document: refuses a field that starts a program, and calls `edit` to empty the
 * code of one that loads external content; its last result stays visible.
 */
export function watchFields(edit: (edit: Edit) => void): Watcher {
  const fields: Field[] = [];
  let codeFrom: number | null = null;
  let text = '';

  const add = (code: string, place: { start: number; end: number }) => {
    const field = fields.at(-1);
    // Code outside a field: some programs treat it as one.
    if (!field) return judge(code.trimStart(), [place], edit);
    if (!field.inCode) return;
    field.places.push(place);
    if (field.code.length < firstWords) field.code = (field.code + code).trimStart();
  };
  const begin = () => {
    const around = fields.at(-1);
    // The result of another field is this field's kind, which no ordinary document does.
    if (around?.inCode && around.code === '') throw new RejectedDocument('scripts');
    fields.push({ code: '', inCode: true, places: [] });
  };
  const finishCode = () => {
    const field = fields.at(-1);
    if (field?.inCode) judge(field.code, field.places, edit);
    if (field) field.inCode = false;
  };

  return {
    open(tag) {
      if (isCode(tag.name)) {
        codeFrom = tag.end;
        text = '';
      }
      if (tag.name === 'fldSimple') judgeSimple(tag, edit);
      if (tag.name !== 'fldChar') return;
      const type = localAttribute(tag, 'fldCharType');
      if (type === 'begin') begin();
      else finishCode();
      if (type === 'end') fields.pop();
    },
    close(name, start) {
      if (!isCode(name) || codeFrom === null) return;
      add(text, { start: codeFrom, end: Math.max(start, codeFrom) });
      codeFrom = null;
    },
    text(more) {
      if (codeFrom !== null) text += more;
    },
  };
}

const isCode = (name: string) => name === 'instrText' || name === 'delInstrText';

function judge(code: string, places: Field['places'], edit: (edit: Edit) => void): void {
  if (starting.test(code)) throw new RejectedDocument('scripts');
  if (fetchesForeign(code)) for (const place of places) edit({ ...place, replace: () => '' });
}

function judgeSimple(tag: Tag, edit: (edit: Edit) => void): void {
  const code = localAttribute(tag, 'instr').trimStart();
  if (starting.test(code)) throw new RejectedDocument('scripts');
  const name = Object.keys(tag.attributes).find((full) => local(full) === 'instr') ?? '';
  const attribute = new RegExp(`(\\s${name}\\s*=\\s*)("[^"]*"|'[^']*')`);
  if (fetchesForeign(code))
    edit({ start: tag.start, end: tag.end, replace: (text) => text.replace(attribute, '$1""') });
}

/** Whether a field's code names something external: backslashes are doubled in it, and words may be quoted. */
function fetchesForeign(code: string): boolean {
  if (!fetching.test(code)) return false;
  const words = code.replaceAll('\\\\', '\\').match(/"[^"]*"|\S+/g) ?? [];
  return words
    .slice(1)
    .map((word) => word.replaceAll('"', ''))
    .some((word) => !/^\\[^\\]/.test(word) && /[\\/]{2}|^[a-z][a-z\d+.-]+:/i.test(word) && isForeign(word));
}

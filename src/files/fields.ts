import type { Seen } from './markup.ts';
import { Refused } from './refused.ts';
import { attributes, unescape } from './xml.ts';

/** A field being read: its code so far, until its result begins. */
interface Field {
  code: string;
  inCode: boolean;
}

/** Fields that start programs or bring in what lies elsewhere, as soon as the document is opened or printed. */
const fetching = /^"?(?:DDE|DDEAUTO|INCLUDE|INCLUDETEXT|LINK|DATABASE)(?![A-Za-z])/i;

/** A picture on somebody's server: asking for it hands over the reader's sign-in. Pictures of the web are links. */
const fromServer = /^(?:INCLUDEPICTURE|IMPORT)\s+"?\s*(?:\\\\|\/\/|file:\/\/(?!\/(?!\/)))/i;

/** A field's first words decide what it does; no more of its code is kept. */
const firstWords = 500;

/** Looks at the fields of a part of a Word document and refuses it at one that fetches something. */
export function watchFields(): Seen {
  const fields: Field[] = [];
  let inCode = false;

  const add = (code: string) => {
    const field = fields.at(-1);
    if (field?.inCode && field.code.length < firstWords) field.code = (field.code + code).trimStart();
    // Code outside of any field: some readers take it for one.
    if (!field) judge(code.trimStart());
  };
  const begin = () => {
    const around = fields.at(-1);
    // A field whose kind is what another field yields hides it; people write no such thing.
    if (around?.inCode && around.code === '') around.code = 'DDE';
    fields.push({ code: '', inCode: true });
  };
  const finishCode = () => {
    const field = fields.at(-1);
    if (field?.inCode) judge(field.code);
    if (field) field.inCode = false;
  };

  return {
    open(name, text) {
      if (name === 'instrText' || name === 'delInstrText') inCode = true;
      if (name === 'fldSimple') judge(local(text, 'instr').trimStart());
      if (name !== 'fldChar') return;
      const type = local(text, 'fldCharType');
      if (type === 'begin') begin();
      else finishCode();
      if (type === 'end') fields.pop();
    },
    close(name) {
      if (name === 'instrText' || name === 'delInstrText') inCode = false;
    },
    text(text) {
      if (inCode) add(unescape(text));
    },
  };
}

function judge(code: string): void {
  if (fetching.test(code) || fromServer.test(code)) throw new Refused('linked');
}

/** An attribute whatever its prefix, '' where there is none. */
export function local(text: string, name: string): string {
  return Object.entries(attributes(text)).find(([full]) => full.split(':').at(-1) === name)?.[1] ?? '';
}

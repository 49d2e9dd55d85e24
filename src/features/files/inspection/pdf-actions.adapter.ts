import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFString,
  type PDFContext,
  type PDFDocument,
  type PDFObject,
} from '@cantoo/pdf-lib';
import { isForeign } from './links.rules.ts';
import type { OpenPdf } from './pdf-objects.adapter.ts';

const name = (text: string) => PDFName.of(text);

/**
 * The effect of opening a document or a page: nothing, only a script, or something outside the document.
 */
export type Opening = 'nothing' | 'script' | 'more';

/** Actions that stay within the document, such as turning to a page. */
const harmless = new Set(['GoTo', 'Named', 'SetOCGState', 'Hide', 'Trans', 'Thread', 'GoTo3DView'].map(name));

/** Events of a page, and of a field or comment on it, that occur without a click. */
const events = ['O', 'PO', 'PV'];

/** The most harmful thing that any object of the document does at opening, whether or not something refers to it. */
export function atOpening({ definitions, resolve }: Pick<OpenPdf, 'definitions' | 'resolve'>): Opening {
  let worst: Opening = 'nothing';
  for (const dict of dictionariesOf(definitions)) {
    const found = [
      ...resolve(dict.get(name('OpenAction'))).map((action) => judge(action, resolve)),
      ...resolve(dict.get(name('AA')))
        .filter((actions) => actions instanceof PDFDict)
        .flatMap((actions) => events.flatMap((event) => resolve(actions.get(name(event)))))
        .map((action) => judge(action, resolve)),
      // The list of scripts that all run at opening (/Names /JavaScript).
      ...(dict.has(name('JavaScript')) ? (['script'] as const) : []),
      // Films and models that start playing unasked.
      ...(dict.get(name('Subtype')) === name('RichMedia') ? (['more'] as const) : []),
    ];
    if (found.includes('more')) return 'more';
    if (found.includes('script')) worst = 'script';
  }
  return worst;
}

/** The most harmful effect of an action and those that follow it. A destination (an array, a name) is not an action. */
function judge(action: PDFObject, resolve: OpenPdf['resolve'], seen = new Set<PDFObject>()): Opening {
  if (!(action instanceof PDFDict) || seen.has(action)) return 'nothing';
  seen.add(action);
  const kinds = resolve(action.get(name('S')));
  const following = resolve(action.get(name('Next')))
    .flatMap((next) => (next instanceof PDFArray ? next.asArray().flatMap((each) => resolve(each)) : [next]))
    .map((next) => judge(next, resolve, seen));
  const isScript = action.has(name('JS')) || kinds.includes(name('JavaScript'));
  const isMore = kinds.some(
    (kind) => kind !== name('JavaScript') && !harmless.has(kind as PDFName) && !opensNear(kind, action, resolve),
  );
  if (isMore || following.includes('more')) return 'more';
  return isScript || following.includes('script') ? 'script' : 'nothing';
}

/**
 * Whether an action opens another document. One on a server would be requested, with an offer to sign in.
 */
function opensNear(kind: PDFObject, action: PDFDict, resolve: OpenPdf['resolve']): boolean {
  const files = resolve(action.get(name('F')));
  const names = files.flatMap((file) =>
    file instanceof PDFDict ? ['F', 'UF'].flatMap((key) => resolve(file.get(name(key)))) : [file],
  );
  const isNear = (file: PDFObject) =>
    (file instanceof PDFString || file instanceof PDFHexString) && !isForeign(file.decodeText());
  return kind === name('GoToR') && names.every(isNear);
}

/** All dictionaries in these objects, nested ones included. */
export function* dictionariesOf(objects: Iterable<PDFObject>): Generator<PDFDict> {
  const waiting = [...objects];
  for (let object = waiting.pop(); object; object = waiting.pop()) {
    if (object instanceof PDFRawStream) waiting.push(object.dict);
    else if (object instanceof PDFArray) for (const each of object.asArray()) waiting.push(each);
    else if (object instanceof PDFDict) {
      yield object;
      for (const [, value] of object.entries())
        if (value instanceof PDFDict || value instanceof PDFArray) waiting.push(value);
    }
  }
}

/** Resolves a reference like programs do: to its last definition. */
export function lastOf(context: PDFContext): OpenPdf['resolve'] {
  return (value) => {
    const object = context.lookup(value);
    return object ? [object] : [];
  };
}

/**
 * Removes scripts that run at opening from the document as programs see it: from the catalogue, and from pages and
 * their contents. Only the last definition of each object counts; earlier ones stay in the file unread.
 */
export function removeOpeningScripts({ context, catalog }: PDFDocument): void {
  const lookup = lastOf(context);
  for (const dict of dictionariesOf(context.enumerateIndirectObjects().map(([, object]) => object))) {
    drop(dict, 'JavaScript');
    for (const actions of lookup(dict.get(name('AA'))))
      if (actions instanceof PDFDict) events.forEach((event) => drop(actions, event));
  }
  if (lookup(catalog.get(name('OpenAction'))).some((action) => judge(action, lookup) !== 'nothing'))
    drop(catalog, 'OpenAction');
}

/** The library marks a dictionary as changed by every delete, which is slow. */
function drop(dict: PDFDict, key: string): void {
  if (dict.has(name(key))) dict.delete(name(key));
}

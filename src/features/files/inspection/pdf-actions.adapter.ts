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

/** What happens when a document or a page is opened: nothing, only a script, or more, outside the document. */
export type OpeningEffect = 'nothing' | 'script' | 'more';

/** Actions that stay within the document, such as turning to a page. */
const harmless = new Set(['GoTo', 'Named', 'SetOCGState', 'Hide', 'Trans', 'Thread', 'GoTo3DView'].map(name));

/** Events of a page, and of a field or comment on it, that occur without a click. */
const events = ['O', 'PO', 'PV'];

/** The most harmful effect that any object of the document has at opening, even if nothing refers to the object. */
export function openingEffectOf({ definitions, resolve }: Pick<OpenPdf, 'definitions' | 'resolve'>): OpeningEffect {
  let worst: OpeningEffect = 'nothing';
  for (const dict of dictionariesOf(definitions)) {
    const effects = [
      ...resolve(dict.get(name('OpenAction'))).map((action) => effectOf(action, resolve)),
      ...resolve(dict.get(name('AA')))
        .filter((actions) => actions instanceof PDFDict)
        .flatMap((actions) => events.flatMap((event) => resolve(actions.get(name(event)))))
        .map((action) => effectOf(action, resolve)),
      // The list of scripts that all run at opening (/Names /JavaScript).
      ...(dict.has(name('JavaScript')) ? (['script'] as const) : []),
      // Videos and 3D models that start playing by themselves.
      ...(dict.get(name('Subtype')) === name('RichMedia') ? (['more'] as const) : []),
    ];
    if (effects.includes('more')) return 'more';
    if (effects.includes('script')) worst = 'script';
  }
  return worst;
}

/** The most harmful effect of an action and the ones that follow it. A destination (an array, a name) is no action. */
function effectOf(action: PDFObject, resolve: OpenPdf['resolve'], seen = new Set<PDFObject>()): OpeningEffect {
  if (!(action instanceof PDFDict) || seen.has(action)) return 'nothing';
  seen.add(action);
  const kinds = resolve(action.get(name('S')));
  const following = resolve(action.get(name('Next')))
    .flatMap((next) => (next instanceof PDFArray ? next.asArray().flatMap((each) => resolve(each)) : [next]))
    .map((next) => effectOf(next, resolve, seen));
  const isScript = action.has(name('JS')) || kinds.includes(name('JavaScript'));
  const reachesOutside = kinds.some(
    (kind) =>
      kind !== name('JavaScript') && !harmless.has(kind as PDFName) && !opensLocalDocument(kind, action, resolve),
  );
  if (reachesOutside || following.includes('more')) return 'more';
  return isScript || following.includes('script') ? 'script' : 'nothing';
}

/** Whether an action opens a document that is not on a server: a server would be contacted with an offer to sign in. */
function opensLocalDocument(kind: PDFObject, action: PDFDict, resolve: OpenPdf['resolve']): boolean {
  const files = resolve(action.get(name('F')));
  const names = files.flatMap((file) =>
    file instanceof PDFDict ? ['F', 'UF'].flatMap((key) => resolve(file.get(name(key)))) : [file],
  );
  const isLocal = (file: PDFObject) =>
    (file instanceof PDFString || file instanceof PDFHexString) && !isForeign(file.decodeText());
  return kind === name('GoToR') && names.every(isLocal);
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

/** Returns a function that resolves a reference as programs do: to the last definition. */
export function resolveToLast(context: PDFContext): OpenPdf['resolve'] {
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
  const lookup = resolveToLast(context);
  for (const dict of dictionariesOf(context.enumerateIndirectObjects().map(([, object]) => object))) {
    deleteKey(dict, 'JavaScript');
    for (const actions of lookup(dict.get(name('AA'))))
      if (actions instanceof PDFDict) events.forEach((event) => deleteKey(actions, event));
  }
  if (lookup(catalog.get(name('OpenAction'))).some((action) => effectOf(action, lookup) !== 'nothing'))
    deleteKey(catalog, 'OpenAction');
}

/** Deletes a key only if it exists: the library marks the dictionary as changed at every delete, which is slow. */
function deleteKey(dict: PDFDict, key: string): void {
  if (dict.has(name(key))) dict.delete(name(key));
}

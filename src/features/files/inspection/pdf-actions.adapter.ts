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
import { isRemote } from './links.rules.ts';
import type { OpenPdf } from './pdf-objects.adapter.ts';

// In a PDF, /S is the type of an action, /Next the actions that follow it, /AA are the actions of events, and /F and
// /UF name a file.
const pdfName = (text: string) => PDFName.of(text);

/** What happens when a PDF or one of its pages is opened: nothing harmful, a script, or more than a script. */
export type OpeningEffect = 'nothing' | 'script' | 'moreThanScript';

/** Actions that stay within the document, such as going to a page. */
const harmlessActions = new Set(['GoTo', 'Named', 'SetOCGState', 'Hide', 'Trans', 'Thread', 'GoTo3DView'].map(pdfName));

/** Events of pages and annotations that occur without a click: a page is opened, or an annotation becomes visible. */
const automaticEvents = ['O', 'PO', 'PV'];

/** Returns the most harmful effect that any object has when the PDF is opened, even if nothing refers to the object. */
export function openingEffectOf({ definitions, resolve }: Pick<OpenPdf, 'definitions' | 'resolve'>): OpeningEffect {
  let worstEffect: OpeningEffect = 'nothing';
  for (const dict of dictionariesOf(definitions)) {
    const effects = [
      ...resolve(dict.get(pdfName('OpenAction'))).map((action) => effectOf(action, resolve)),
      ...resolve(dict.get(pdfName('AA')))
        .filter((actions) => actions instanceof PDFDict)
        .flatMap((actions) => automaticEvents.flatMap((event) => resolve(actions.get(pdfName(event)))))
        .map((action) => effectOf(action, resolve)),
      // The named scripts of a PDF (/Names /JavaScript) all run when it is opened.
      ...(dict.has(pdfName('JavaScript')) ? (['script'] as const) : []),
      // Videos and 3D models may start to play automatically.
      ...(dict.get(pdfName('Subtype')) === pdfName('RichMedia') ? (['moreThanScript'] as const) : []),
    ];
    if (effects.includes('moreThanScript')) return 'moreThanScript';
    if (effects.includes('script')) worstEffect = 'script';
  }
  return worstEffect;
}

/**
 * Returns the most harmful effect of an action and the actions that follow it. Destinations (arrays, names) have no
 * effect.
 */
function effectOf(action: PDFObject, resolve: OpenPdf['resolve'], seen = new Set<PDFObject>()): OpeningEffect {
  if (!(action instanceof PDFDict) || seen.has(action)) return 'nothing';
  seen.add(action);
  const types = resolve(action.get(pdfName('S')));
  const followingEffects = resolve(action.get(pdfName('Next')))
    .flatMap((next) => (next instanceof PDFArray ? next.asArray().flatMap((entry) => resolve(entry)) : [next]))
    .map((next) => effectOf(next, resolve, seen));
  const isScript = action.has(pdfName('JS')) || types.includes(pdfName('JavaScript'));
  const reachesOutside = types.some(
    (type) =>
      type !== pdfName('JavaScript') &&
      !harmlessActions.has(type as PDFName) &&
      !opensLocalDocument(type, action, resolve),
  );
  if (reachesOutside || followingEffects.includes('moreThanScript')) return 'moreThanScript';
  return isScript || followingEffects.includes('script') ? 'script' : 'nothing';
}

/**
 * Whether an action opens another document on the same computer. Documents on a file server do not count, since opening
 * them would send sign-in data to the server.
 */
function opensLocalDocument(type: PDFObject, action: PDFDict, resolve: OpenPdf['resolve']): boolean {
  const files = resolve(action.get(pdfName('F')));
  const names = files.flatMap((file) =>
    file instanceof PDFDict ? ['F', 'UF'].flatMap((key) => resolve(file.get(pdfName(key)))) : [file],
  );
  const isLocal = (file: PDFObject) =>
    (file instanceof PDFString || file instanceof PDFHexString) && !isRemote(file.decodeText());
  return type === pdfName('GoToR') && names.every(isLocal);
}

/** Yields all dictionaries in these objects, including nested ones. */
export function* dictionariesOf(objects: Iterable<PDFObject>): Generator<PDFDict> {
  const remainingObjects = [...objects];
  for (let object = remainingObjects.pop(); object; object = remainingObjects.pop()) {
    if (object instanceof PDFRawStream) remainingObjects.push(object.dict);
    else if (object instanceof PDFArray) for (const element of object.asArray()) remainingObjects.push(element);
    else if (object instanceof PDFDict) {
      yield object;
      for (const [, value] of object.entries())
        if (value instanceof PDFDict || value instanceof PDFArray) remainingObjects.push(value);
    }
  }
}

/** Returns a function that resolves a reference as PDF viewers do: to the last definition of the object. */
export function createLastDefinitionResolver(context: PDFContext): OpenPdf['resolve'] {
  return (value) => {
    const object = context.lookup(value);
    return object ? [object] : [];
  };
}

/**
 * Removes the scripts that run when a PDF is opened. Edits only the last definition of each object, since PDF viewers
 * ignore earlier definitions.
 */
export function removeOpeningScripts({ context, catalog }: PDFDocument): void {
  const resolve = createLastDefinitionResolver(context);
  for (const dict of dictionariesOf(context.enumerateIndirectObjects().map(([, object]) => object))) {
    deleteKey(dict, 'JavaScript');
    for (const actions of resolve(dict.get(pdfName('AA'))))
      if (actions instanceof PDFDict) automaticEvents.forEach((event) => deleteKey(actions, event));
  }
  if (resolve(catalog.get(pdfName('OpenAction'))).some((action) => effectOf(action, resolve) !== 'nothing'))
    deleteKey(catalog, 'OpenAction');
}

/** Deletes a key if it exists. Otherwise the library would mark the dictionary as changed, which is slow. */
function deleteKey(dict: PDFDict, key: string): void {
  if (dict.has(pdfName(key))) dict.delete(pdfName(key));
}

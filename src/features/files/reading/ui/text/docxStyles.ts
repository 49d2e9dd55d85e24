import { formatNumber } from './numberFormats.ts';

/** The formats of a paragraph or of a run of text that a style or the text itself sets; undefined if it does not. */
interface Format {
  level?: number | undefined;
  listId?: string | undefined;
  listLevel?: number | undefined;
  isBold?: boolean | undefined;
  isItalic?: boolean | undefined;
  isHidden?: boolean | undefined;
}

/** The styles and lists of a Word document. */
export interface DocxStyles {
  /** The format of a paragraph (w:p) or of a run (w:r), from its own properties and from its style. */
  formatOf: (element: Element) => Format;
  /** Counts a paragraph as the next item of its list, and returns the item's marker, such as '•' or '2.'. */
  nextMarker: (listId: string, listLevel: number) => string;
}

/** Returns the first child with this local name. */
export const childOf = (element: Element | undefined, name: string): Element | undefined =>
  element && [...element.children].find(({ localName }) => localName === name);

/** Returns an attribute by its local name, since the prefix of a namespace may be any; undefined if there is none. */
export const attributeOf = (element: Element | undefined, name: string): string | undefined =>
  element && [...element.attributes].find(({ localName }) => localName === name)?.value;

const valueOf = (parent: Element | undefined, name: string) => attributeOf(childOf(parent, name), 'val');

/** Reads a switch such as <w:b/>, which is on unless its value says otherwise; undefined if there is none. */
function switchOf(parent: Element | undefined, name: string): boolean | undefined {
  const element = childOf(parent, name);
  return element && !['0', 'false', 'off'].includes(attributeOf(element, 'val') ?? '');
}

/** The maximum number of styles of which each builds on the next one. */
const maxStyleDepth = 12;

/** Reads the styles and lists from the roots of the document's parts; both may be missing. */
export function readStyles(styles: Element | undefined, numbering: Element | undefined): DocxStyles {
  const stylesById = new Map<string | undefined, Element>();
  for (const style of styles?.children ?? [])
    if (style.localName === 'style') stylesById.set(attributeOf(style, 'styleId'), style);

  const formatOfStyle = (id: string | undefined, depth = 0): Format => {
    const style = stylesById.get(id);
    if (!style || depth > maxStyleDepth) return {};
    const base = formatOfStyle(valueOf(style, 'basedOn'), depth + 1);
    return merge(merge(base, { level: levelOfName(valueOf(style, 'name')) }), ownFormat(style));
  };

  const counters = new Map<string, number[]>();
  const levels = readLevels(numbering);
  return {
    formatOf(element) {
      const properties = childOf(element, element.localName === 'p' ? 'pPr' : 'rPr');
      const styleId = valueOf(properties, element.localName === 'p' ? 'pStyle' : 'rStyle');
      return merge(formatOfStyle(styleId), ownFormat(element));
    },
    nextMarker(listId, listLevel) {
      const list = levels.get(listId);
      const level = list?.get(listLevel);
      if (!level || level.format === 'bullet') return '•';
      const counts = counters.get(listId) ?? [];
      // Levels that were not counted yet count from their start.
      for (let at = 0; at < listLevel; at++) counts[at] ??= list?.get(at)?.start ?? 1;
      counts[listLevel] = (counts[listLevel] ?? level.start - 1) + 1;
      counters.set(listId, counts.slice(0, listLevel + 1));
      if (level.format === 'none') return '';
      return level.text.replace(/%(\d)/g, (_, digit: string) => {
        const at = Number(digit) - 1;
        return formatNumber(counts[at] ?? 1, list?.get(at)?.format ?? 'decimal');
      });
    },
  };
}

/** The format that a paragraph, a run or a style sets itself. */
function ownFormat(element: Element): Format {
  const paragraph = childOf(element, 'pPr');
  const run = childOf(element, 'rPr');
  const list = childOf(paragraph, 'numPr');
  return {
    level: toLevel(valueOf(paragraph, 'outlineLvl')),
    listId: valueOf(list, 'numId'),
    listLevel: toNumber(valueOf(list, 'ilvl')),
    isBold: switchOf(run, 'b'),
    isItalic: switchOf(run, 'i'),
    isHidden: switchOf(run, 'vanish'),
  };
}

/** Returns the format `base` with everything that `format` sets. */
function merge(base: Format, format: Format): Format {
  const own = Object.entries(format).filter(([, value]) => value !== undefined);
  return { ...base, ...(Object.fromEntries(own) as Format) };
}

const toNumber = (value: string | undefined) => (value === undefined ? undefined : Number(value));

/** Outline levels count from 0; 9 stands for text that is no heading. */
const toLevel = (outlineLevel: string | undefined) =>
  outlineLevel === undefined ? undefined : (Number(outlineLevel) + 1) % 10;

/** The level of a heading by the name of its style; Word saves the English names. */
function levelOfName(name = ''): number | undefined {
  if (/^title$/i.test(name)) return 1;
  const level = /^heading (\d)$/i.exec(name)?.[1];
  return toNumber(level);
}

interface Level {
  format: string;
  text: string;
  start: number;
}

/** Returns the levels of each list. */
function readLevels(numbering: Element | undefined): Map<string, Map<number, Level>> {
  const levelsOfAbstract = new Map<string | undefined, Map<number, Level>>();
  const levelsOfList = new Map<string, Map<number, Level>>();
  for (const element of numbering?.children ?? []) {
    if (element.localName === 'abstractNum') {
      const levels = [...element.children].filter(({ localName }) => localName === 'lvl').map(readLevel);
      levelsOfAbstract.set(attributeOf(element, 'abstractNumId'), new Map(levels));
    }
    const id = attributeOf(element, 'numId');
    const levels = levelsOfAbstract.get(valueOf(element, 'abstractNumId'));
    if (element.localName === 'num' && id !== undefined && levels) levelsOfList.set(id, levels);
  }
  return levelsOfList;
}

const readLevel = (element: Element): [number, Level] => [
  Number(attributeOf(element, 'ilvl')),
  {
    format: valueOf(element, 'numFmt') ?? 'decimal',
    text: valueOf(element, 'lvlText') ?? '',
    start: Number(valueOf(element, 'start') ?? 1),
  },
];

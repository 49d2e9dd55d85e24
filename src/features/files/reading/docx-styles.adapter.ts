import { formatNumber } from './number-formats.adapter.ts';

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
export interface DocxStyles<Element> {
  /** The format of a paragraph (w:p) or of a run (w:r), from its own properties and from its style. */
  formatOf: (element: Element) => Format;
  /** Counts a paragraph as the next item of its list, and returns the item's marker, such as '•' or '2.'. */
  nextMarker: (listId: string, listLevel: number) => string;
}

/** How elements of XML are read: those of a browser, or those of a tree on the server. */
export interface XmlAccess<Element> {
  /** Returns the name without its namespace prefix. */
  nameOf: (element: Element) => string;
  /** Returns the elements directly within an element. */
  childrenOf: (element: Element) => readonly Element[];
  /** Returns the attribute with this local name, since its prefix may be any; undefined if there is none. */
  attributeOf: (element: Element, name: string) => string | undefined;
}

/** The maximum number of styles of which each builds on the next one. */
const maxStyleDepth = 12;

/** The maximum length of an item's marker, and of the text from which it is made. */
const maxMarkerLength = 20;

/** The last level of lists, counted from 0. */
const lastListLevel = 8;

/** Reads the styles and lists from the roots of the document's parts; both may be missing. */
export function readStyles<Element>(
  access: XmlAccess<Element>,
  styles: Element | undefined,
  numbering: Element | undefined,
): DocxStyles<Element> {
  const reader = new FormatReader(access);
  const stylesById = new Map<string | undefined, Element>();
  for (const style of reader.childrenOf(styles, 'style')) stylesById.set(reader.attributeOf(style, 'styleId'), style);

  const readStyle = (id: string | undefined, depth: number): Format => {
    const style = stylesById.get(id);
    if (!style || depth > maxStyleDepth) return {};
    const base = readStyle(reader.valueOf(style, 'basedOn'), depth + 1);
    return merge(merge(base, { level: levelOfName(reader.valueOf(style, 'name')) }), reader.ownFormat(style));
  };
  const knownFormats = new Map<string | undefined, Format>();
  const formatOfStyle = (id: string | undefined): Format => {
    const format = knownFormats.get(id) ?? readStyle(id, 0);
    knownFormats.set(id, format);
    return format;
  };

  const counters = new Map<string, number[]>();
  const levels = reader.readLevels(numbering);
  return {
    formatOf(element) {
      const isParagraph = access.nameOf(element) === 'p';
      const properties = reader.childOf(element, isParagraph ? 'pPr' : 'rPr');
      const styleId = reader.valueOf(properties, isParagraph ? 'pStyle' : 'rStyle');
      return merge(formatOfStyle(styleId), reader.ownFormat(element));
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
      const marker = level.text.replace(/%(\d)/g, (_, digit: string) => {
        const at = Number(digit) - 1;
        return formatNumber(counts[at] ?? 1, list?.get(at)?.format ?? 'decimal');
      });
      return marker.slice(0, maxMarkerLength);
    },
  };
}

/** Reads formats and lists from elements. */
class FormatReader<Element> {
  constructor(private readonly access: XmlAccess<Element>) {}

  /** Returns the children with this name. */
  childrenOf(parent: Element | undefined, name: string): Element[] {
    const children = parent === undefined ? [] : this.access.childrenOf(parent);
    return children.filter((child) => this.access.nameOf(child) === name);
  }

  childOf(parent: Element | undefined, name: string): Element | undefined {
    return this.childrenOf(parent, name)[0];
  }

  attributeOf(element: Element | undefined, name: string): string | undefined {
    return element === undefined ? undefined : this.access.attributeOf(element, name);
  }

  valueOf(parent: Element | undefined, name: string): string | undefined {
    return this.attributeOf(this.childOf(parent, name), 'val');
  }

  /** Reads a switch such as <w:b/>, which is on unless its value says otherwise; undefined if there is none. */
  switchOf(parent: Element | undefined, name: string): boolean | undefined {
    const element = this.childOf(parent, name);
    return element && !['0', 'false', 'off'].includes(this.attributeOf(element, 'val') ?? '');
  }

  /** The format that a paragraph, a run or a style sets itself. */
  ownFormat(element: Element): Format {
    const paragraph = this.childOf(element, 'pPr');
    const run = this.childOf(element, 'rPr');
    const list = this.childOf(paragraph, 'numPr');
    return {
      level: toLevel(this.valueOf(paragraph, 'outlineLvl')),
      listId: this.valueOf(list, 'numId'),
      listLevel: toListLevel(this.valueOf(list, 'ilvl')),
      isBold: this.switchOf(run, 'b'),
      isItalic: this.switchOf(run, 'i'),
      isHidden: this.switchOf(run, 'vanish'),
    };
  }

  /** Returns the levels of each list. */
  readLevels(numbering: Element | undefined): Map<string, Map<number, Level>> {
    const levelsOfAbstract = new Map(
      this.childrenOf(numbering, 'abstractNum').map((element) => [
        this.attributeOf(element, 'abstractNumId'),
        new Map(this.childrenOf(element, 'lvl').map((level) => this.readLevel(level))),
      ]),
    );
    const levelsOfList = new Map<string, Map<number, Level>>();
    for (const element of this.childrenOf(numbering, 'num')) {
      const id = this.attributeOf(element, 'numId');
      const levels = levelsOfAbstract.get(this.valueOf(element, 'abstractNumId'));
      if (id !== undefined && levels) levelsOfList.set(id, levels);
    }
    return levelsOfList;
  }

  private readLevel(element: Element): [number, Level] {
    return [
      Number(this.attributeOf(element, 'ilvl')),
      {
        format: this.valueOf(element, 'numFmt') ?? 'decimal',
        text: (this.valueOf(element, 'lvlText') ?? '').slice(0, maxMarkerLength),
        start: Number(this.valueOf(element, 'start') ?? 1),
      },
    ];
  }
}

/** Returns the format `base` with everything that `format` sets. */
function merge(base: Format, format: Format): Format {
  const own = Object.entries(format).filter(([, value]) => value !== undefined);
  return { ...base, ...(Object.fromEntries(own) as Format) };
}

/** Returns the level of a list's item, from 0; undefined if there is none. */
const toListLevel = (value: string | undefined) =>
  value === undefined ? undefined : Math.min(Math.max(0, Math.trunc(Number(value)) || 0), lastListLevel);

/** Outline levels count from 0; 9 stands for text that is no heading. */
const toLevel = (outlineLevel: string | undefined) =>
  outlineLevel === undefined ? undefined : (Number(outlineLevel) + 1) % 10;

/** The level of a heading by the name of its style; Word saves the English names. */
function levelOfName(name = ''): number | undefined {
  if (/^title$/i.test(name)) return 1;
  const level = /^heading (\d)$/i.exec(name)?.[1];
  return level === undefined ? undefined : Number(level);
}

/** Returns the level of a block's heading, as views show it: 1, 2, or 3 for all further ones. */
export const toHeadingLevel = (level: number): 1 | 2 | 3 => (level === 1 || level === 2 ? level : 3);

interface Level {
  format: string;
  text: string;
  start: number;
}

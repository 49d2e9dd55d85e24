import type PDFKit from 'pdfkit';
import { splitIntoRuns, readingOrderText, type FontCoverage } from './text-runs.ts';

type Pdf = InstanceType<typeof PDFKit>;
type Element = PDFKit.PDFStructureElement;

/** The margin in points from the edge of the paper; tables on landscape pages need more room. */
export const marginOf = (isLandscape: boolean): number => (isLandscape ? 36 : 56);

/** A font: its file, how to lay out text in it, and which characters it has. */
interface Face extends FontCoverage {
  file: string;
  layout: { features: never };
}

export type Weight = 'regular' | 'bold';

/** The style of a text; its size is in points. */
export interface TextStyle {
  size: number;
  weight?: Weight;
  colour?: string;
}

/** The colours of text, of less important text (with a contrast of 7:1), of accents and of lines. */
export const colours = { ink: '#1b2733', quiet: '#4a5561', accent: '#0f5c66', line: '#b8c0c6' } as const;

/** The height of a line as a multiple of the font size. */
const lineSpacing = 1.45;

/** The pages of a document while they are drawn. `y` is where the next block begins, in points from the upper edge. */
export class Pages {
  readonly left: number;
  readonly width: number;
  y: number;
  private readonly root: Element;
  /** The widths of lines that were measured, in a font of one point. Long tables repeat many texts. */
  private readonly widths = new Map<string, number>();
  private readonly faces: Record<Weight, readonly [Face, ...Face[]]>;

  constructor(
    readonly pdf: Pdf,
    /** The paths of the fonts. The first font is for most characters, the others are for Arabic letters. */
    fontFiles: Record<Weight, readonly [string, ...string[]]>,
  ) {
    const { left, right, top } = pdf.page.margins;
    this.left = left;
    this.y = top;
    this.width = pdf.page.width - left - right;
    const loadFaces = ([first, ...others]: readonly [string, ...string[]]) =>
      [this.loadFace(first, true), ...others.map((file) => this.loadFace(file, false))] as const;
    this.faces = { regular: loadFaces(fontFiles.regular), bold: loadFaces(fontFiles.bold) };
    this.root = pdf.struct('Document');
    pdf.addStructure(this.root);
  }

  private loadFace(file: string, isFirst: boolean): Face {
    this.pdf.font(file);
    // The font that is in use is missing from the types of the library.
    const { font } = (this.pdf as unknown as { _font: { font: FontCoverage } })._font;
    return {
      file,
      layout: isFirst ? layoutAsWhole : layoutAsWholeArabic,
      hasGlyphForCodePoint: (letter) => font.hasGlyphForCodePoint(letter),
    };
  }

  /** Begins a new page if a block of this height does not fit on the current page. Returns true for a new page. */
  makeRoom(height: number): boolean {
    // The 28 points above the margin are for the footer.
    if (this.y + height <= this.pdf.page.height - this.pdf.page.margins.bottom - 28) return false;
    this.pdf.addPage();
    this.y = this.pdf.page.margins.top;
    return true;
  }

  /** Adds a structure element to the reading order, as a child of the document or of `parent`. */
  addElement(tag: string, children: PDFKit.PDFStructureElementChild[], options: object = {}, parent = this.root): void {
    parent.add(this.pdf.struct(tag, options, children));
  }

  /** Opens a structure element, to which children are added in order. Call its `end` after the last one. */
  openElement(tag: string, parent = this.root): Element {
    const element = this.pdf.struct(tag);
    parent.add(element);
    return element;
  }

  /** Draws something that screen readers skip, such as lines and repeated headings. */
  drawDecoration(type: 'Layout' | 'Pagination', draw: () => void): void {
    this.pdf.markContent('Artifact', { type });
    draw();
    this.pdf.endMarkedContent();
  }

  /** Draws a horizontal line. */
  drawLine(y: number, colour: string = colours.line, thickness = 0.75, left = this.left, width = this.width): void {
    this.drawDecoration('Layout', () =>
      this.pdf
        .moveTo(left, y)
        .lineTo(left + width, y)
        .lineWidth(thickness)
        .strokeColor(colour)
        .stroke(),
    );
  }

  lineHeightOf = ({ size }: TextStyle) => size * lineSpacing;

  widthOf(line: string, { size, weight = 'regular' }: TextStyle): number {
    const key = `${weight} ${line}`;
    const width = this.widths.get(key) ?? this.measure(line, weight);
    this.widths.set(key, width);
    return width * size;
  }

  /** Returns the width of a line in a font of one point. */
  private measure(line: string, weight: Weight): number {
    return splitIntoRuns(line, this.faces[weight]).reduce(
      (sum, { text, font }) => sum + this.pdf.font(font.file, 1).widthOfString(text, font.layout),
      0,
    );
  }

  /** Breaks a text into lines, between words, or within a word that is wider than a line. */
  breakIntoLines(text: string, style: TextStyle, width: number): string[] {
    const lines: string[] = [];
    let line = '';
    const fitsInLine = (candidate: string) => this.widthOf(candidate, style) <= width;
    const words = text.split(/\s+/).filter(Boolean);
    if (fitsInLine(words.join(' '))) return [words.join(' ')];
    for (const word of words) {
      const longerLine = line === '' ? word : `${line} ${word}`;
      if (fitsInLine(longerLine)) {
        line = longerLine;
        continue;
      }
      if (line !== '') lines.push(line);
      line = '';
      for (const letter of word) {
        if (line !== '' && !fitsInLine(line + letter)) {
          lines.push(line);
          line = '';
        }
        line += letter;
      }
    }
    return line === '' && lines.length > 0 ? lines : [...lines, line];
  }

  /** Draws one line with its upper edge at `y`. */
  writeLine(line: string, x: number, y: number, style: TextStyle): void {
    const { size, weight = 'regular', colour = colours.ink } = style;
    let left = x;
    for (const { text, font } of splitIntoRuns(line, this.faces[weight])) {
      this.pdf.font(font.file, size).fillColor(colour);
      // Fonts differ in height, so text is aligned at the baseline.
      this.pdf.text(text, left, y + size, { ...font.layout, lineBreak: false, baseline: 'alphabetic' });
      left += this.pdf.widthOfString(text, font.layout);
    }
  }

  /**
   * Returns lines as the content of a structure element. The upper edge of the first line is at `y`, and `leftOf`
   * returns the left edge of a line. Right-to-left text is drawn in visual order, so the text in reading order is
   * attached to it.
   */
  contentOf(lines: readonly string[], leftOf: (line: string) => number, y: number, style: TextStyle) {
    return lines.map((line, index) => {
      // Each line but the last gets a space at its end, so that a screen reader does not join two words.
      const text = index < lines.length - 1 ? `${line} ` : line;
      const draw = () => this.writeLine(text, leftOf(line), y + index * this.lineHeightOf(style), style);
      const originalText = readingOrderText(text);
      return originalText === null ? draw : this.pdf.struct('Span', { actual: originalText }, [draw]);
    });
  }

  /** Writes the footer onto every page and completes the file. */
  finish(footer: string): void {
    const style = { size: 8.5, colour: colours.quiet };
    const { count } = this.pdf.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.pdf.switchToPage(page);
      const y = this.pdf.page.height - this.left - 12;
      this.drawLine(y - 6);
      this.drawDecoration('Pagination', () => {
        const number = `Seite ${page + 1} von ${count}`;
        const numberWidth = this.widthOf(number, style);
        const [line = ''] = this.breakIntoLines(footer, style, this.width - numberWidth - 12);
        this.writeLine(line, this.left, y, style);
        this.writeLine(number, this.left + this.width - numberWidth, y, style);
      });
    }
    this.root.end();
    this.pdf.end();
  }
}

/**
 * The layout options for all fonts except the Arabic fonts. With `features`, the library lays out a run as a whole;
 * without them, it would do so word by word, from left to right. `ccmp: false` keeps letters with accents in one piece,
 * because a separate accent cannot be read aloud. The cast is needed because the library's types only allow a list of
 * features.
 */
const layoutAsWhole = { features: { ccmp: false } as never };
/** The layout options for Arabic letters, which get their shapes from `ccmp`. */
const layoutAsWholeArabic = { features: {} as never };

import type PDFKit from 'pdfkit';
import { runsOf, readingOrderText, type FontCoverage } from './letters.ts';

type Pdf = InstanceType<typeof PDFKit>;
type Element = PDFKit.PDFStructureElement;

/** The margin in points from the edge of the paper. */
export const margin = 56;

/** The file of a font, how to lay out its text, and which letters it has. */
interface Face extends FontCoverage {
  file: string;
  layout: { features: never };
}

export type Weight = 'regular' | 'bold';

/** The style of a text: its size in points, its weight, its colour. */
export interface TextStyle {
  size: number;
  weight?: Weight;
  colour?: string;
}

/** The colours: ink, a quieter ink that still has a contrast of 7:1, an accent, and the lines. */
export const colours = { ink: '#1b2733', quiet: '#4a5561', accent: '#0f5c66', line: '#b8c0c6' } as const;

const lineHeight = 1.45;

/** The pages being drawn: knows where the next block begins, and adds text and lines. */
export class Sheet {
  readonly left = margin;
  readonly width: number;
  y = margin;
  private readonly root: Element;
  private readonly faces: Record<Weight, readonly [Face, ...Face[]]>;

  constructor(
    readonly pdf: Pdf,
    /** The files of the fonts; those after the first are for Arabic letters. */
    files: Record<Weight, readonly [string, ...string[]]>,
  ) {
    this.width = pdf.page.width - 2 * margin;
    const facesOf = ([first, ...others]: readonly [string, ...string[]]) =>
      [this.faceOf(first, true), ...others.map((file) => this.faceOf(file, false))] as const;
    this.faces = { regular: facesOf(files.regular), bold: facesOf(files.bold) };
    this.root = pdf.struct('Document');
    pdf.addStructure(this.root);
  }

  private faceOf(file: string, first: boolean): Face {
    this.pdf.font(file);
    // The types of the library leave out the font in use.
    const { font } = (this.pdf as unknown as { _font: { font: FontCoverage } })._font;
    return {
      file,
      layout: first ? layoutAsWhole : layoutAsWholeArabic,
      hasGlyphForCodePoint: (letter) => font.hasGlyphForCodePoint(letter),
    };
  }

  /** Makes room for a block of a height, on a new page if there is too little. Returns whether it began a new page. */
  makeRoom(height: number): boolean {
    // The last two lines are for the footer.
    if (this.y + height <= this.pdf.page.height - margin - 28) return false;
    this.pdf.addPage();
    this.y = margin;
    return true;
  }

  /** Adds a structure element to the reading order, as a child of the document or of `parent`. */
  addElement(tag: string, children: PDFKit.PDFStructureElementChild[], options: object = {}, parent = this.root): void {
    parent.add(this.pdf.struct(tag, options, children));
  }

  /** Opens a structure element whose children are added in order; end it after the last one. */
  openElement(tag: string, parent = this.root): Element {
    const element = this.pdf.struct(tag);
    parent.add(element);
    return element;
  }

  /** Draws decoration that is not content: lines and repeated headings. */
  decorate(type: 'Layout' | 'Pagination', draw: () => void): void {
    this.pdf.markContent('Artifact', { type });
    draw();
    this.pdf.endMarkedContent();
  }

  /** Draws a horizontal line. */
  rule(y: number, colour: string = colours.line, thickness = 0.75, left = this.left, width = this.width): void {
    this.decorate('Layout', () =>
      this.pdf
        .moveTo(left, y)
        .lineTo(left + width, y)
        .lineWidth(thickness)
        .strokeColor(colour)
        .stroke(),
    );
  }

  heightOf = ({ size }: TextStyle) => size * lineHeight;

  widthOf(line: string, { size, weight = 'regular' }: TextStyle): number {
    return runsOf(line, this.faces[weight]).reduce(
      (sum, { text, font }) => sum + this.pdf.font(font.file, size).widthOfString(text, font.layout),
      0,
    );
  }

  /** Breaks a text into lines between words, or within a word that is wider than a line. */
  linesOf(text: string, look: TextStyle, width: number): string[] {
    const lines: string[] = [];
    let line = '';
    const fits = (longer: string) => this.widthOf(longer, look) <= width;
    for (const word of text.split(/\s+/).filter(Boolean)) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (fits(longer)) {
        line = longer;
        continue;
      }
      if (line !== '') lines.push(line);
      line = '';
      for (const letter of word) {
        if (line !== '' && !fits(line + letter)) {
          lines.push(line);
          line = '';
        }
        line += letter;
      }
    }
    return line === '' && lines.length > 0 ? lines : [...lines, line];
  }

  /** Draws one line with its upper edge at `y`. */
  write(line: string, x: number, y: number, look: TextStyle): void {
    const { size, weight = 'regular', colour = colours.ink } = look;
    let left = x;
    for (const { text, font } of runsOf(line, this.faces[weight])) {
      this.pdf.font(font.file, size).fillColor(colour);
      // Fonts differ in height, so their letters are aligned at the baseline.
      this.pdf.text(text, left, y + size, { ...font.layout, lineBreak: false, baseline: 'alphabetic' });
      left += this.pdf.widthOfString(text, font.layout);
    }
  }

  /**
   * Returns lines as content of a structure element, the first one with its upper edge at `y`. Right-to-left text is
   * drawn in visual order, so the text in reading order is attached to it.
   */
  content(lines: readonly string[], x: (line: string) => number, y: number, look: TextStyle) {
    return lines.map((line, index) => {
      // A line break stands for a space, which is added so that a reader of the text keeps the words apart.
      const text = index < lines.length - 1 ? `${line} ` : line;
      const draw = () => this.write(text, x(line), y + index * this.heightOf(look), look);
      const actual = readingOrderText(text);
      return actual === null ? draw : this.pdf.struct('Span', { actual }, [draw]);
    });
  }

  /** Writes the footer onto every page and ends the file. */
  end(footer: string): void {
    const look = { size: 8.5, colour: colours.quiet };
    const { count } = this.pdf.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.pdf.switchToPage(page);
      const y = this.pdf.page.height - margin - 12;
      this.rule(y - 6);
      this.decorate('Pagination', () => {
        const number = `Seite ${page + 1} von ${count}`;
        const numberWidth = this.widthOf(number, look);
        const [line = ''] = this.linesOf(footer, look, this.width - numberWidth - 12);
        this.write(line, this.left, y, look);
        this.write(number, this.left + this.width - numberWidth, y, look);
      });
    }
    this.root.end();
    this.pdf.end();
  }
}

/**
 * Lays out a run as a whole: without features the library would lay it out word by word, from left to right. Letters
 * are not split (`ccmp`), since an accent alone cannot be read out. The library's types allow only lists of features.
 */
const layoutAsWhole = { features: { ccmp: false } as never };
/** The same for Arabic letters, with `ccmp`, which gives them their shapes. */
const layoutAsWholeArabic = { features: {} as never };

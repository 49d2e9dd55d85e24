/** A cell of a table; the first one of a row is its heading. Text only, so numbers come as people read them. */
export type Row = readonly string[];

/** A part of the document, in reading order. */
export type Block =
  /** A paragraph; a label before it is bold. */
  | { kind: 'text'; label?: string; text: string }
  | {
      kind: 'table';
      columns: readonly Column[];
      rows: readonly Row[];
      /** The last row, in bold. */
      sum: Row;
    }
  /** Signature lines, side by side, each with its purpose below. */
  | { kind: 'signatures'; lines: readonly string[] };

/** A column's heading, its share of the width, and on which side its cells are. */
export interface Column {
  title: string;
  share: number;
  right?: true;
}

/** A document of one provider: sheets of A4 with the provider's name and logo, a title, and its blocks. */
export interface PdfDocument {
  provider: string;
  /** A picture, PNG or JPEG; null shows the name alone. */
  logo: Uint8Array | null;
  title: string;
  blocks: readonly Block[];
  /** Written at the bottom of each page, beside the page's number. */
  footer: string;
  madeAt: Date;
}

/** The cells of a table's row; the first one is the row's heading. Cells are text, so numbers are already formatted. */
export type Row = readonly string[];

/** A block of the document. */
export type Block =
  /** A paragraph, after its label in bold if it has one. */
  | { kind: 'text'; label?: string; text: string }
  | {
      kind: 'table';
      columns: readonly Column[];
      rows: readonly Row[];
      /** The last row, in bold. */
      sum: Row;
    }
  /** Signature lines, side by side, each with its caption below. */
  | { kind: 'signatures'; lines: readonly string[] };

/** A column's heading, its share of the width, and whether its cells are aligned to the right. */
export interface Column {
  title: string;
  share: number;
  right?: true;
}

/** A document of the provider: A4 pages with the provider's name and logo, a title, and blocks in reading order. */
export interface PdfDocument {
  provider: string;
  /** A picture, PNG or JPEG; null if there is none. */
  logo: Uint8Array | null;
  title: string;
  blocks: readonly Block[];
  /** The text at the bottom of each page, beside the page's number. */
  footer: string;
  createdAt: Date;
}

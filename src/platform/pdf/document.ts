/** The cells of a row of a table, with numbers already formatted as text. The first cell is the heading of the row. */
export type Row = readonly string[];

/** A part of a document. */
export type Block =
  /** The heading of a section. */
  | { kind: 'heading'; text: string }
  /** A paragraph. Its label, if there is one, is in bold to the left of the text. */
  | { kind: 'text'; label?: string; text: string }
  | {
      kind: 'table';
      /** Whether the table is in small letters, for many columns. */
      isSmall?: true;
      columns: readonly Column[];
      rows: readonly Row[];
      /** The last row, with the sums, in bold. */
      sumRow?: Row | undefined;
    }
  /** Signature lines, side by side. `captions` stand below them. */
  | { kind: 'signatures'; captions: readonly string[] };

/**
 * A column of a table: its heading, its share of the width (relative to the other columns), and whether its cells are
 * aligned to the right. In a table without shares, columns are as wide as their content requires.
 */
export interface Column {
  title: string;
  widthShare?: number;
  isRightAligned?: true;
}

/** A document of the provider, on pages of A4: the provider's logo and name, a title, and blocks in reading order. */
export interface PdfDocument {
  provider: string;
  /** Whether the pages are wider than high. */
  isLandscape?: true;
  /** The bytes of a PNG or JPEG file, or null if there is no logo. */
  logo: Uint8Array | null;
  title: string;
  blocks: readonly Block[];
  /** The text at the bottom of each page, next to the page number. */
  footer: string;
  createdAt: Date;
}

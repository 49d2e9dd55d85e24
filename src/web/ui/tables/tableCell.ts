/** The style of a table on paper: columns are as wide as their content, and no row is split over two pages. */
export const tablePrintStyle = {
  '@media print': { tableLayout: 'auto', '& tr': { breakInside: 'avoid' } },
} as const;

/** The style of a cell on paper, where a table is half as wide as on a screen. */
export const cellPrintStyle = {
  '@media print': {
    px: 1,
    py: 1.5,
    fontSize: '0.75rem',
    lineHeight: 1.35,
    overflowWrap: 'break-word',
    color: 'common.black',
    // Without the chip's shape its text wraps instead of being cut off.
    '& .MuiChip-root': { border: 0, height: 'auto', color: 'inherit', fontSize: 'inherit' },
    '& .MuiChip-label': { p: 0, overflow: 'visible' },
    '& a': { color: 'inherit', fontWeight: 'inherit' },
  },
} as const;

/** The style of a cell that fits long names: small text, aligned at the top, that wraps anywhere. */
export const tableCell = {
  px: 2,
  py: 2,
  fontSize: 'body2.fontSize',
  overflowWrap: 'anywhere',
  verticalAlign: 'top',
  borderColor: 'divider',
  ...cellPrintStyle,
} as const;

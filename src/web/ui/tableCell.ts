/** A table on paper: columns as wide as what they hold needs, small print, no row over two pages. */
export const tableOnPaper = {
  '@media print': { tableLayout: 'auto', '& tr': { breakInside: 'avoid' } },
} as const;

/** What every cell does on paper, where a table has half the width of a screen. */
export const cellOnPaper = {
  '@media print': {
    px: 1,
    py: 1.5,
    fontSize: '0.75rem',
    lineHeight: 1.35,
    overflowWrap: 'break-word',
    color: 'common.black',
    // A status is read, not pressed: without its shape it is never cut.
    '& .MuiChip-root': { border: 0, height: 'auto', color: 'inherit', fontSize: 'inherit' },
    '& .MuiChip-label': { p: 0, overflow: 'visible' },
    '& a': { color: 'inherit', fontWeight: 'inherit' },
  },
} as const;

/** A cell of a table that survives long names: small, read from the top, and wrapping anywhere. */
export const tableCell = {
  px: 2,
  py: 2,
  fontSize: 'body2.fontSize',
  overflowWrap: 'anywhere',
  verticalAlign: 'top',
  borderColor: 'divider',
  ...cellOnPaper,
} as const;

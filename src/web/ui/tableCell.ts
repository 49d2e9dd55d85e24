/** A cell of a table that survives long names: small, read from the top, and wrapping anywhere. */
export const tableCell = {
  px: 2,
  py: 2,
  fontSize: 'body2.fontSize',
  overflowWrap: 'anywhere',
  verticalAlign: 'top',
  borderColor: 'divider',
} as const;

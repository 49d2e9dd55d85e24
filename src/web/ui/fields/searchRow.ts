/**
 * The style of the row with 'Suchen' in a filter bar. It is next to the fields, or on a phone below them and as wide.
 */
export const searchRow = {
  display: 'flex',
  gap: 2,
  width: { xs: '100%', sm: 'auto' },
  pt: { sm: 1.5 },
  '& > .MuiButton-contained': { flexGrow: { xs: 1, sm: 0 } },
} as const;

/** The style of a list entry with a line above it, its text on the left, and its buttons on the right or below. */
export const rowWithLineAbove = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 4,
  rowGap: 2,
  py: 3,
  borderTop: 1,
  borderColor: 'divider',
} as const;

/** `rowWithLineAbove` with another line below the last entry. */
export const entryRow = {
  ...rowWithLineAbove,
  '&:last-of-type': { borderBottom: 1, borderColor: 'divider' },
} as const;

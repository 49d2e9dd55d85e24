/** A list entry with a line above it: its text on the left, its buttons on the right or, on a phone, below. */
export const lineRow = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 4,
  rowGap: 2,
  py: 3,
  borderTop: 1,
  borderColor: 'divider',
} as const;

/** A `lineRow` that also has a line below the last entry. */
export const entryRow = {
  ...lineRow,
  '&:last-of-type': { borderBottom: 1, borderColor: 'divider' },
} as const;

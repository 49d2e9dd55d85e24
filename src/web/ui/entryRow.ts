/** An entry of a list between lines: what it is on the left, its buttons on the right or, on a phone, below. */
export const entryRow = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 4,
  rowGap: 2,
  py: 3,
  borderTop: 1,
  borderColor: 'divider',
  '&:last-of-type': { borderBottom: 1, borderColor: 'divider' },
} as const;

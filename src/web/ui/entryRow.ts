/** An entry of a list below a line: what it is on the left, its buttons on the right or, on a phone, below. */
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

/** The same where the last one has a line below it, too. */
export const entryRow = {
  ...lineRow,
  '&:last-of-type': { borderBottom: 1, borderColor: 'divider' },
} as const;

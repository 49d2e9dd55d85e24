/**
 * What the parts of a table are, said once more: not every browser knows it where their layout is not that of a table.
 */
export const tableRoles = {
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  heading: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;

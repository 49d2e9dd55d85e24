/** Explicit roles for the parts of a table, since some browsers drop the native roles when CSS changes the layout. */
export const tableRoles = {
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHeader: { role: 'columnheader' },
  rowHeader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;

/**
 * The widths of columns that are narrower while the details of a row are open beside the table: the row then leaves out
 * the year and the end, in elements of the class 'beside-panel'.
 */
export const columnWidths = { day: 'var(--day-width, 130px)', time: 'var(--hours-width, 136px)' } as const;

/** The widths beside the open details, for `columnWidths`. */
export const widthsBesidePanel = { '--day-width': '94px', '--hours-width': '66px' } as const;

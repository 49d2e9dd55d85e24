/** The line of an appointment or of open time in the plan: what it is, then what can be done. */
export const planLine = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 4,
  minHeight: 44,
} as const;

/** The time of a line: as wide as the longest, so that names stand below each other. */
export const planTime = { fontWeight: 700, minWidth: 148, whiteSpace: 'nowrap' } as const;

/** The words of a line; where they do not fit side by side, they stand below each other. */
export const planWords = {
  flex: 1,
  minWidth: 0,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 4,
} as const;

/** What can be done at the end of a line, as low as the line. */
export const planDeeds = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  columnGap: 2,
  flexGrow: { xs: 1, sm: 0 },
  ml: 'auto',
  '& .MuiButton-root': { minHeight: 36, py: 0, px: { xs: 2, sm: 3 }, fontSize: 'body2.fontSize', whiteSpace: 'nowrap' },
} as const;

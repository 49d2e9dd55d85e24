/** The row of an appointment or open slot in the plan: its text, then its actions. */
export const planRow = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 4,
  minHeight: 44,
} as const;

/** The time in a row, as wide as the widest one, so that the names are aligned. */
export const planTime = { fontWeight: 700, minWidth: 148, whiteSpace: 'nowrap' } as const;

/** The text of a row, which wraps if it does not fit. */
export const planText = {
  flex: 1,
  minWidth: 0,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 4,
} as const;

/** The actions at the end of a row, no higher than the row. */
export const planActions = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  columnGap: 2,
  flexGrow: { xs: 1, sm: 0 },
  ml: 'auto',
  '& .MuiButton-root': { minHeight: 36, py: 0, px: { xs: 2, sm: 3 }, fontSize: 'body2.fontSize', whiteSpace: 'nowrap' },
} as const;

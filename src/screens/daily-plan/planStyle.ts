/** The style of a row in the plan, which has the text of an appointment or open slot, and then its actions. */
export const planRow = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 4,
  minHeight: 44,
} as const;

/** The style of the time in a row. It is as wide as the widest time, so that the names are aligned. */
export const planTime = { fontWeight: 700, minWidth: 148, whiteSpace: 'nowrap' } as const;

/** The style of the text of a row, which wraps if it does not fit. */
export const planText = {
  flex: 1,
  minWidth: 0,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 4,
} as const;

/** The style of the actions at the end of a row, which are no higher than the row. */
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

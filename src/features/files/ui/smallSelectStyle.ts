/** The style of a small select whose distances grow with its text: to its label above, and to its arrow. */
export const smallSelectStyle = {
  '& select.MuiInputBase-input.MuiInputBase-input.MuiInputBase-input': { py: '0.53rem', pr: '2rem' },
} as const;

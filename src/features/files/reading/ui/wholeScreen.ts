/** A dialog that shows a document covers all of the screen, also a small or a low one. */
export const wholeScreen = {
  '& .MuiDialog-paperFullScreen': {
    display: 'flex',
    m: 0,
    width: '100%',
    maxHeight: 'none',
    borderRadius: 0,
    overflow: 'hidden',
  },
} as const;

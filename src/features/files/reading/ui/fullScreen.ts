/** Lets a dialog with a document cover the whole screen, even a small or low one. */
export const fullScreen = {
  '& .MuiDialog-paperFullScreen': {
    display: 'flex',
    m: 0,
    width: '100%',
    maxHeight: 'none',
    borderRadius: 0,
    overflow: 'hidden',
  },
} as const;

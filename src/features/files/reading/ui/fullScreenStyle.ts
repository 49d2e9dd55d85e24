/** Styles for a dialog that shows a document: in full-screen mode it covers the whole screen, without margins. */
export const fullScreenStyle = {
  '& .MuiDialog-paperFullScreen': {
    display: 'flex',
    m: 0,
    width: '100%',
    maxHeight: 'none',
    borderRadius: 0,
    overflow: 'hidden',
  },
} as const;

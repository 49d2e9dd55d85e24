/** The style of a dialog with the whole screen of a phone: a small title, and the two buttons side by side below what scrolls. */
export const fillsPhone = {
  borderRadius: 0,
  '@media (max-width: 480px)': { margin: 0, width: '100%' },
  '& .MuiDialogTitle-root': { fontSize: '1.125rem', p: '12px 16px 8px' },
  '& .MuiDialogContent-root': { px: 4, pb: 4 },
  '& .MuiDialogActions-root': {
    flexDirection: 'row',
    flexWrap: 'wrap',
    borderTop: 1,
    borderColor: 'divider',
    p: '8px 16px calc(8px + env(safe-area-inset-bottom, 0px))',
    '& > .MuiButton-root': { flex: '1 1 auto', width: 'auto' },
  },
} as const;

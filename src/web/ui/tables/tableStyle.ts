import type { SxProps, Theme } from '@mui/material/styles';
import { shortScreen } from '../../theme.ts';
import { cellPrintStyle, tablePrintStyle } from './tableCell.ts';

/** The style of a `RowButton`. */
export const rowButton = {
  all: 'unset',
  boxSizing: 'border-box',
  flex: 'none',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  width: 'calc(var(--row-height, 36px) - 4px)',
  height: 'calc(var(--row-height, 36px) - 4px)',
  borderRadius: '8px',
  // Only visible in forced colours, where it shows the button's shape.
  border: '1px solid transparent',
  cursor: 'pointer',
  '&:hover': { bgcolor: 'action.hover' },
  '&:focus-visible': { outline: '3px solid', outlineColor: 'primary.main' },
  '&:disabled': { color: 'text.disabled', opacity: 0.5, cursor: 'default' },
  '& svg': { width: 20, height: 20, fill: 'currentColor' },
  // A finger hits more than the visible button, at whose centre the flex layout puts this area.
  position: 'relative',
  '@media (pointer: coarse)': { '&::after': { content: '""', position: 'absolute', width: 44, height: 44 } },
  '& .word': { display: 'none' },
  '&[aria-expanded=true]:not([aria-haspopup]) svg': { transform: 'rotate(90deg)' },
} as const;

/** The style of a `TwoStepRowButton`. */
export const rowAction = {
  all: 'unset',
  boxSizing: 'border-box',
  minHeight: 'calc(var(--row-height, 36px) - 6px)',
  px: 2,
  borderRadius: '8px',
  // Only visible in forced colours, where it shows the button's shape.
  border: '1px solid transparent',
  cursor: 'pointer',
  fontWeight: 600,
  whiteSpace: 'nowrap',
  textAlign: 'center',
  color: 'error.main',
  '&:hover': { bgcolor: 'action.hover' },
  '&:focus-visible': { outline: '3px solid', outlineColor: 'primary.main' },
  '&.armed': { bgcolor: 'error.main', color: 'error.contrastText' },
} as const;

/** The style of a plain text button or link in a row. */
export const rowTextButton = {
  ...rowAction,
  display: 'inline-flex',
  alignItems: 'center',
  color: 'primary.main',
} as const;

/**
 * The style of a table and its content. Its cells and controls are plain elements that this style selects, since a
 * styled component for each would slow down 500 rows.
 */
export const tableStyle: SxProps<Theme> = {
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'separate',
  borderSpacing: 0,
  fontSize: 'body2.fontSize',
  lineHeight: 1.4,
  textAlign: 'left',
  '--row-height': '36px',
  ...tablePrintStyle,
  // On a screen each row has its own layout, so that groups of rows that are out of sight can be skipped.
  '@media screen': {
    display: 'block',
    '& thead, & tbody': { display: 'block' },
    '& tr': { display: 'table', tableLayout: 'fixed', width: '100%' },
    '& tbody': { contentVisibility: 'auto', containIntrinsicHeight: 'auto var(--rows-height)' },
  },
  '& th, & td': {
    px: 2,
    py: '2px',
    height: 'var(--row-height)',
    fontWeight: 'inherit',
    overflowWrap: 'anywhere',
    hyphens: 'auto',
    borderBottom: 1,
    borderColor: 'divider',
    ...cellPrintStyle,
  },
  '& thead': {
    position: 'sticky',
    // Below the header.
    top: { xs: 64, sm: 72 },
    zIndex: 2,
    [shortScreen]: { position: 'static' },
    '@media print': { position: 'static' },
  },
  '& thead th': {
    height: 'var(--row-height)',
    fontWeight: 600,
    whiteSpace: 'nowrap',
    overflowWrap: 'normal',
    hyphens: 'manual',
    color: 'text.secondary',
    bgcolor: 'background.default',
    '@media print': { color: 'common.black', whiteSpace: 'normal' },
  },
  '& .aside': { color: 'text.secondary' },
  '& .unbroken': { whiteSpace: 'nowrap' },
  // A value whose own column is left out on narrow screens. It then stands in another cell, in place of 'from-xl'.
  '@media screen and (min-width: 1536px), print': { '& .below-xl': { display: 'none' } },
  // A value whose own column is left out on narrow screens. It is then shown below the first line of another cell.
  '& .below-md': { display: 'none', fontWeight: 400 },
  '@media screen and (max-width: 899.95px)': {
    '& .below-md': { display: 'block' },
    '& .from-md': { display: 'none' },
  },
  // Smaller screens are often touched, so their rows are higher.
  '@media screen and (min-width: 1200px)': { '--row-height': '32px' },
  // All rows are equally high wherever there is a column for each value.
  '@media screen and (min-width: 900px)': {
    '& .one-line': { overflow: 'hidden', whiteSpace: 'nowrap', textOverflow: 'ellipsis' },
  },
  '& .number': { textAlign: 'right' },
  '& tbody th': { fontWeight: 600 },
  '& tbody tr.over': { color: 'text.secondary' },
  '& tbody tr:hover': { bgcolor: 'action.hover' },
  '& tbody tr.openable': { cursor: 'pointer' },
  '& tbody tr.chosen, & tbody tr.opened': { bgcolor: 'action.selected' },
  '& tbody tr:focus-visible': { outline: '3px solid', outlineColor: 'primary.main', outlineOffset: '-3px' },
  '& tbody tr': { scrollMarginTop: 120 },
  '& .check': { width: 40, textAlign: 'center' },
  '& .row-actions': { width: 'var(--actions-width, 172px)' },
  '& tbody .row-actions': { py: 0 },
  '& .row-actions > div': { display: 'flex', gap: 1, alignItems: 'center', justifyContent: 'flex-end' },
  '& input[type=checkbox]': {
    width: 18,
    height: 18,
    m: 0,
    accentColor: 'var(--mui-palette-primary-main)',
    verticalAlign: 'middle',
  },
  '& thead button': {
    all: 'unset',
    cursor: 'pointer',
    minHeight: 24,
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1,
    '& span': { opacity: 0 },
    '&:hover span': { opacity: 0.6 },
    '&:focus-visible': { outline: '3px solid', outlineColor: 'primary.main', outlineOffset: '2px', borderRadius: 1 },
  },
  '& th[aria-sort] button': { color: 'text.primary', '& span': { opacity: 1 } },
  '& .row-button': rowButton,
  '& .row-action': rowAction,
  '& .row-word': rowTextButton,
  '& .row-actions .MuiButton-root': {
    minHeight: 'calc(var(--row-height, 36px) - 6px)',
    py: 0,
    px: 2,
    fontSize: 'body2.fontSize',
    whiteSpace: 'nowrap',
  },
  '& .row-actions .MuiButton-outlined:not(:hover)': { borderColor: 'transparent' },
  '& a': { color: 'inherit', fontWeight: 'inherit', textUnderlineOffset: '0.2em' },
  ...hiddenBelow('lg', 1200),
  ...hiddenBelow('xl', 1536),
};

function hiddenBelow(name: string, width: number) {
  return { [`@media screen and (max-width: ${width - 0.05}px)`]: { [`& .from-${name}`]: { display: 'none' } } };
}

import type { Theme } from '@mui/material/styles';
import type {} from '@mui/material/themeCssVarsAugmentation';
import { visuallyHidden } from '../../web/ui/layout/visuallyHidden.ts';
import type { EntryState } from './calendarEntries.ts';

/** Returns the CSS background of a pattern of parallel lines. */
const lines = (angle: number, colour: string, gap = 8) =>
  `repeating-linear-gradient(${angle}deg, ${colour} 0 2px, transparent 2px ${gap}px)`;
const translucent = (colour: string, percent: number) => `color-mix(in srgb, ${colour} ${percent}%, transparent)`;

/** Returns the colours, border and pattern of each state. With forced colours, only the borders remain. */
export function stateStyles({ vars: { palette } }: Theme): Record<EntryState, object> {
  const { Alert, primary, error, info, warning, success, secondary, text } = palette;
  const paper = { backgroundColor: palette.background.paper, color: text.primary };
  return {
    free: { ...paper, border: `2px dashed ${primary.main}` },
    booked: { backgroundColor: primary.main, color: primary.contrastText, border: `2px solid ${primary.main}` },
    ended: {
      backgroundColor: Alert.successStandardBg,
      color: Alert.successColor,
      border: `1px solid ${success.main}`,
      borderInlineStart: `6px solid ${success.main}`,
    },
    missed: {
      backgroundColor: Alert.errorStandardBg,
      color: Alert.errorColor,
      border: `2px solid ${error.main}`,
      backgroundImage: lines(135, translucent(error.main, 16)),
    },
    speed: {
      backgroundColor: Alert.infoStandardBg,
      color: Alert.infoColor,
      border: `4px double ${info.main}`,
      backgroundImage: `radial-gradient(${translucent(info.main, 22)} 1.5px, transparent 1.5px)`,
      backgroundSize: '8px 8px',
    },
    reserved: {
      backgroundColor: Alert.warningStandardBg,
      color: Alert.warningColor,
      border: `3px dotted ${warning.main}`,
      backgroundImage: lines(90, translucent(warning.main, 16)),
    },
    unused: {
      backgroundColor: palette.background.default,
      color: text.secondary,
      border: `1px solid ${text.disabled}`,
    },
    absence: {
      ...paper,
      border: `1px solid ${text.secondary}`,
      backgroundImage: lines(45, translucent(text.secondary, 22)),
    },
    holiday: {
      ...paper,
      border: `1px solid ${secondary.main}`,
      backgroundImage: `${lines(0, translucent(secondary.main, 14), 10)}, ${lines(90, translucent(secondary.main, 14), 10)}`,
    },
  };
}

/** The height of a line in an entry, as a multiple of its font size. */
const lineHeight = 1.25;

/** Breaks lines between words and where German hyphenates. What is still too long ends with an ellipsis. */
const wholeWords = { hyphens: 'auto', overflowWrap: 'normal', overflow: 'hidden', textOverflow: 'ellipsis' } as const;

/** Returns the styles that adapt the calendar library to the portal's colours and fonts. */
export const gridStyles = (theme: Theme) => {
  const { palette } = theme.vars;
  const states = Object.entries(stateStyles(theme));
  return {
    height: '100%',
    '& .ec': {
      '--ec-bg-color': palette.background.paper,
      '--ec-text-color': palette.text.primary,
      '--ec-border-color': palette.divider,
      '--ec-today-bg-color': `color-mix(in srgb, ${palette.primary.main} 7%, ${palette.background.paper})`,
      '--ec-now-indicator-color': palette.secondary.main,
      '--ec-event-col-gap': '2px',
      '--ec-bg-event-color': 'transparent',
      '--ec-bg-event-opacity': 1,
      colorScheme: 'inherit',
    },
    '& .ec-toolbar': { display: 'none' },
    '& .ec-main': { borderRadius: '16px', overscrollBehavior: 'contain' },
    // The page scrolls, so the coaches' names stay below the header and the bar with the day.
    '&.scrolls-with-page .ec-main': { overflow: 'visible' },
    '&.scrolls-with-page .ec-header': { top: 64 + 52 },
    // The bar already says the day.
    '&.scrolls-with-page.own .ec-col-head, &.scrolls-with-page .ec-col-group': { display: 'none' },
    '& .ec-sidebar': { color: palette.text.secondary, fontSize: theme.typography.caption.fontSize },
    '& .ec-col-head, & .ec-col-group': {
      fontWeight: 700,
      fontSize: theme.typography.body2.fontSize,
      lineHeight: 1.3,
      ...wholeWords,
    },
    '& .cal-coach': { display: 'block', ...wholeWords },
    '&.scrolls-with-page .ec-col-head': { fontSize: theme.typography.caption.fontSize },
    // The line of the current time goes behind the entries, so that it does not strike their text through.
    '& .ec-events': { zIndex: 1 },
    '& .ec-event': {
      borderRadius: '8px',
      padding: '1px 3px',
      boxShadow: 'none',
      overflow: 'hidden',
      lineHeight,
      cursor: 'pointer',
    },
    '& .ec-event:focus-within': { overflow: 'visible' },
    '& .ec-event-body': { minWidth: 0 },
    '& .ec-event.ec-preview': {
      backgroundColor: palette.primary.main,
      color: palette.primary.contrastText,
      overflow: 'visible',
      zIndex: 9,
    },
    // A range of a quarter of an hour is lower than its label.
    '& .cal-dragged': {
      padding: '0 4px',
      borderRadius: '8px',
      backgroundColor: palette.primary.main,
      fontSize: theme.typography.caption.fontSize,
      fontWeight: 700,
      whiteSpace: 'nowrap',
    },
    '& .cal-content': {
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'start',
      width: '100%',
      height: '100%',
      minHeight: 24,
      padding: 0,
      border: 0,
      background: 'none',
      color: 'inherit',
      font: 'inherit',
      fontSize: theme.typography.caption.fontSize,
      textAlign: 'start',
      lineHeight: 'inherit',
      cursor: 'inherit',
    },
    '& .cal-content:focus-visible': {
      outline: `3px solid ${palette.primary.main}`,
      outlineOffset: '5px',
      borderRadius: '4px',
    },
    '& .cal-line': { display: 'flex', flexWrap: 'wrap', columnGap: '4px', alignItems: 'center' },
    '& .cal-line svg': { width: 14, height: 14, flex: 'none', fill: 'currentColor' },
    '& .cal-time': { fontWeight: 700 },
    // An entry shows its end time only if it is wide enough. Its height and its hidden text always convey the end.
    '&:not([data-wide]) .cal-till': { display: 'none' },
    '& .cal-title': { display: 'block', ...wholeWords },
    // In a narrow column the name comes before the state's word, since the icon and the pattern also tell the state.
    '&:not([data-wide]) .cal-content': { flexFlow: 'row wrap', alignContent: 'start', columnGap: '4px' },
    '&:not([data-wide]) .cal-line': { display: 'contents' },
    '&:not([data-wide]) .cal-title': {
      order: 1,
      flex: '1 0 100%',
      minWidth: 0,
      display: '-webkit-box',
      WebkitBoxOrient: 'vertical',
      WebkitLineClamp: 'var(--name-lines, 2)',
    },
    '&:not([data-wide]) .cal-word': { order: 2 },
    // If there is room for one line only, the name follows the time in it. The state's word comes last, and is left out
    // if it does not fit. The name leaves room for the icon and the time, else it would be left out as well.
    '&[data-low] .cal-content': { flexFlow: 'row wrap', alignContent: 'start', columnGap: '4px' },
    '&[data-low] .cal-line': { display: 'contents' },
    '&[data-low] .cal-title': {
      order: 1,
      flex: 'none',
      display: 'block',
      maxWidth: 'calc(100% - 22px - 3em)',
      whiteSpace: 'nowrap',
    },
    '&[data-low][data-wide] .cal-title': { maxWidth: 'calc(100% - 22px - 6.4em)' },
    '&[data-low] .cal-word': { order: 2 },
    '&[data-low] .cal-content:not(:has(.cal-title)) .cal-word': { flex: '1 1 0', whiteSpace: 'nowrap', ...wholeWords },
    // No line is cut through its letters. A mask leaves the whole entry clickable.
    '@supports (height: round(down, 1px, 1px))': {
      '& .cal-content:not(:focus-visible)': {
        maskImage: 'linear-gradient(#000, #000)',
        maskSize: `100% round(down, 100%, ${lineHeight}em)`,
        maskRepeat: 'no-repeat',
      },
    },
    // The kind of an absence says that the coach is away, so the state's word is only for screen readers.
    '& .ec-event.cal-absence:has(.cal-title)': {
      '& .cal-content': { flexFlow: 'row nowrap', columnGap: '4px' },
      '& .cal-word': visuallyHidden,
      '& .cal-title': { flex: '1 1 0' },
    },
    '& .cal-hidden': visuallyHidden,
    ...Object.fromEntries(states.map(([state, style]) => [`& .ec-event.cal-${state}`, style])),
    '& .ec-event.cal-over:is(.cal-booked, .cal-speed)': {
      backgroundColor: palette.background.default,
      color: palette.text.secondary,
      borderColor: palette.text.disabled,
      backgroundImage: 'none',
    },
    '& .ec-bg-event.cal-absence': { backgroundImage: lines(45, translucent(palette.text.secondary, 22)), border: 0 },
    '& .ec-bg-event.cal-holiday': { backgroundImage: lines(0, translucent(palette.secondary.main, 14), 10), border: 0 },
  };
};

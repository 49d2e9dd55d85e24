import { createTheme, shouldSkipGeneratingVar, type Theme, type ThemeOptions } from '@mui/material/styles';
import type {} from '@mui/material/themeCssVarsAugmentation';

const fontFamily = "'Atkinson Portal', 'Atkinson Local', 'Atkinson DejaVu', sans-serif";
const shadow = '0 1px 2px rgb(29 39 51 / 6%), 0 8px 24px -12px rgb(29 39 51 / 18%)';
const raisedShadow = '0 2px 6px rgb(29 39 51 / 8%), 0 24px 48px -16px rgb(29 39 51 / 28%)';

/**
 * A border that is visible only in forced colours, which draw borders but no backgrounds. It keeps buttons and papers
 * recognisable.
 */
const transparentBorder = '1px solid transparent';
/** The media query for a phone in landscape or 400 % zoom, where sticky elements would leave no room to read. */
export const shortScreen = '@media (max-height: 420px)';

/** The light palette: warm paper, deep ink, petrol. Red (`secondary`) is the only accent, and `orange` is for stars. */
const light = {
  primary: { main: '#0f5c66', light: '#2d7c86', dark: '#0a434b', contrastText: '#ffffff' },
  secondary: { main: '#c22f3d', light: '#d9626d', dark: '#94202c', contrastText: '#ffffff' },
  error: { main: '#b3261e', contrastText: '#ffffff' },
  warning: { main: '#8a5a00', contrastText: '#ffffff' },
  orange: { main: '#cc5f00' },
  success: { main: '#2b6b47', contrastText: '#ffffff' },
  info: { main: '#2b5c86', contrastText: '#ffffff' },
  background: { default: '#faf6ef', paper: '#fffdf9' },
  text: { primary: '#1d2733', secondary: '#525c68', disabled: '#767d86' },
  divider: '#e5dccd',
  action: { disabled: '#737983', disabledBackground: '#ece5d9', hover: 'rgb(15 92 102 / 7%)' },
  Alert: {
    errorStandardBg: '#fbe9e6',
    errorColor: '#6f1812',
    errorIconColor: '#b3261e',
    warningStandardBg: '#fbf0d8',
    warningColor: '#5c3c00',
    warningIconColor: '#8a5a00',
    infoStandardBg: '#e6eff5',
    infoColor: '#1b3e5c',
    infoIconColor: '#2b5c86',
    successStandardBg: '#e4f1e8',
    successColor: '#1c4a31',
    successIconColor: '#2b6b47',
  },
};

/**
 * The dark palette: dark petrol, paper-coloured ink, and a lighter petrol for controls. It is not the inverted light
 * palette.
 */
const dark = {
  primary: { main: '#8ad4da', light: '#b5e6ea', dark: '#5fb3ba', contrastText: '#062a2e' },
  secondary: { main: '#ff8d97', light: '#ffb3ba', dark: '#e2636f', contrastText: '#3d060c' },
  error: { main: '#ffa198', dark: '#f08b81', contrastText: '#43080a' },
  warning: { main: '#f2c06b', contrastText: '#3a2500' },
  orange: { main: '#ffa552' },
  success: { main: '#8fd6ac', contrastText: '#06301a' },
  info: { main: '#9fc9ee', contrastText: '#0a2740' },
  background: { default: '#12191f', paper: '#1a242c' },
  text: { primary: '#f1ece3', secondary: '#b9c1c8', disabled: '#8b959e' },
  divider: '#313f4a',
  action: { disabled: '#8f99a2', disabledBackground: '#2a3640', hover: 'rgb(138 212 218 / 9%)' },
  Alert: {
    errorStandardBg: '#3b1d1d',
    errorColor: '#ffd9d5',
    errorIconColor: '#ffa198',
    warningStandardBg: '#362a14',
    warningColor: '#fbe3b5',
    warningIconColor: '#f2c06b',
    infoStandardBg: '#1a2f42',
    infoColor: '#d3e7f9',
    infoIconColor: '#9fc9ee',
    successStandardBg: '#18332a',
    successColor: '#cdeeda',
    successIconColor: '#8fd6ac',
  },
};

/** The components of MUI that we do not use. Their variables would add 4 kB to the style sheet of every page. */
const unusedComponents = /^(Slider|FilledInput|SnackbarContent|Step\w+|Avatar|SpeedDialAction|AppBar)$/;

/** Defines all colours, fonts, radii, shadows and spacing. Screens use only these tokens. */
const themeOptions: ThemeOptions = {
  cssVariables: {
    colorSchemeSelector: 'data-color-scheme',
    shouldSkipGeneratingVar: (keys) =>
      shouldSkipGeneratingVar(keys) || keys[0] === 'overlays' || unusedComponents.test(keys[1] ?? ''),
  },
  colorSchemes: { light: { palette: light }, dark: { palette: dark } },
  shape: { borderRadius: 10 },
  spacing: 4,
  shadows: ['none', ...Array.from({ length: 24 }, (_, level) => (level < 6 ? shadow : raisedShadow))] as never,
  typography: {
    fontFamily,
    h1: {
      fontSize: 'clamp(1.75rem, 1.4rem + 1.6vw, 2.5rem)',
      fontWeight: 700,
      lineHeight: 1.15,
      letterSpacing: '-0.015em',
    },
    h2: { fontSize: '1.375rem', fontWeight: 700, lineHeight: 1.25 },
    h3: { fontSize: '1.0625rem', fontWeight: 700, lineHeight: 1.35 },
    body1: { fontSize: '1.0625rem', lineHeight: 1.55 },
    body2: { fontSize: '0.9375rem', lineHeight: 1.5 },
    button: { fontSize: '1rem', fontWeight: 600, textTransform: 'none' },
    caption: { fontSize: '0.875rem' },
  },
  components: {
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: {
        root: ({ theme: t }) => ({
          '&.Mui-focusVisible': { outline: `3px solid ${t.vars.palette.primary.main}`, outlineOffset: 2 },
        }),
      },
    },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: { minHeight: 44, borderRadius: 12, paddingInline: 20, maxWidth: '100%', textAlign: 'center' },
        text: { paddingInline: 12, border: transparentBorder },
        outlined: ({ theme: t }) => ({ borderColor: t.vars.palette.primary.main }),
        contained: { border: transparentBorder },
      },
    },
    MuiIconButton: { styleOverrides: { root: { minWidth: 44, minHeight: 44, border: transparentBorder } } },
    MuiPaper: {
      styleOverrides: {
        root: { backgroundImage: 'none', '&:not(:focus-visible)': { outline: transparentBorder, outlineOffset: -1 } },
      },
    },
    // Without a border the knob would be white on white while the switch is off.
    MuiSwitch: {
      styleOverrides: { thumb: ({ theme: t }) => ({ border: `1px solid ${t.vars.palette.text.secondary}` }) },
    },
    MuiCard: {
      defaultProps: { variant: 'outlined' },
      styleOverrides: { root: { borderRadius: 16 } },
    },
    // Accordions are separate, like cards, so the line that MUI draws above each accordion is hidden.
    MuiAccordion: {
      defaultProps: { variant: 'outlined', disableGutters: true },
      styleOverrides: { root: { '&&': { borderRadius: 16 }, '&::before': { display: 'none' } } },
    },
    MuiAccordionSummary: { styleOverrides: { root: { minHeight: 64, borderRadius: 16 } } },
    // While a section opens, it must not scroll to the focused or pressed element, because the element would move away
    // from under the pointer, and the click would be lost.
    MuiCollapse: { styleOverrides: { root: { '&:not(.MuiCollapse-entered)': { overflow: 'clip' } } } },
    MuiDialog: {
      styleOverrides: {
        paper: {
          borderRadius: 20,
          '@media (max-width: 480px)': { margin: 12, width: 'calc(100% - 24px)' },
          // Title and buttons scroll with the text, which would otherwise have room for only two lines at 400 % zoom.
          [shortScreen]: { display: 'block', margin: 8, maxHeight: 'calc(100% - 16px)', overflowY: 'auto' },
        },
      },
    },
    MuiDialogContent: { styleOverrides: { root: { [shortScreen]: { overflowY: 'visible' } } } },
    MuiDialogTitle: { styleOverrides: { root: { fontSize: '1.375rem', fontWeight: 700, padding: '24px 24px 8px' } } },
    MuiDialogActions: {
      styleOverrides: {
        root: {
          padding: '8px 24px 24px',
          gap: 8,
          flexWrap: 'wrap',
          // Stacked on narrow screens, where they do not fit side by side.
          '@media (max-width: 480px)': {
            flexDirection: 'column',
            alignItems: 'stretch',
            '& > :not(style) ~ :not(style)': { marginLeft: 0 },
            '& > .MuiButton-root': { marginInline: 0 },
          },
        },
      },
    },
    // Lengths that grow with the text, so that the label of a field does not cover its value when text is enlarged.
    MuiInputLabel: {
      styleOverrides: {
        outlined: { '&.MuiInputLabel-shrink': { transform: 'translate(14px, -0.5625rem) scale(0.75)' } },
      },
    },
    MuiOutlinedInput: {
      styleOverrides: {
        root: ({ theme: t }) => ({
          borderRadius: 12,
          backgroundColor: t.vars.palette.background.paper,
          '& .MuiOutlinedInput-notchedOutline': { borderColor: t.vars.palette.text.disabled },
        }),
      },
    },
    // Keeps the label of the field readable when the list opens above it.
    MuiAutocomplete: { styleOverrides: { paper: { marginBlock: '4px 12px' } } },
    MuiFormHelperText: { styleOverrides: { root: { fontSize: '0.9375rem', marginInline: 4 } } },
    MuiAlert: {
      styleOverrides: { root: { borderRadius: 14, fontSize: '1rem', alignItems: 'flex-start' } },
    },
    MuiLink: { styleOverrides: { root: { textUnderlineOffset: '0.2em', fontWeight: 600 } } },
    MuiTooltip: { styleOverrides: { tooltip: { fontSize: '0.9375rem', padding: '8px 12px' } } },
    MuiCssBaseline: {
      styleOverrides: { body: { overflowWrap: 'break-word' } },
    },
  },
};

/** Creates the theme. This takes noticeable time, so call it only once, in a separate task. */
export function makeTheme(): Theme {
  return createTheme(themeOptions);
}

import type { Plugin } from 'vite';

interface Stub {
  /** The end of the module's path. */
  module: string | RegExp;
  /** The code that replaces it; `code` is the module's own. */
  instead: (code: string) => string;
}

const nothing = 'export default () => null;';

/** Modules of libraries that would be in the bundle without ever running, each with the reason. */
const stubs: readonly Stub[] = [
  // The theme switches ripples off, for every button.
  { module: '/@mui/material/ButtonBase/TouchRipple.mjs', instead: () => nothing },
  // Buttons that are busy say so in words; none shows the library's turning circle.
  { module: '/@mui/material/CircularProgress/CircularProgress.mjs', instead: () => nothing },
  // We have our own script against a flash of the wrong theme, color-scheme.js; only the names of the keys are used.
  {
    module: '/@mui/system/InitColorSchemeScript/InitColorSchemeScript.mjs',
    instead: (code) =>
      `${code.match(/^export const DEFAULT_\w+ = .*$/gm)?.join('\n')}\nexport const buildInitColorSchemeScript = () => '';\nexport default () => null;`,
  },
  // Only Emotion's withTheme copies statics, and nothing uses it: styles get the theme by `sx`.
  {
    module: '/hoist-non-react-statics/dist/hoist-non-react-statics.cjs.js',
    instead: () => 'export default (target) => target;',
  },
  // A list of HTML's attributes, for the plain tags that somebody styles: the library's own name the few properties
  // that they keep to themselves.
  {
    module: '/@emotion/is-prop-valid/dist/emotion-is-prop-valid.esm.js',
    instead: () => `export default (name) => !['as', 'classes', 'ownerState', 'sx', 'theme'].includes(name);`,
  },
  // The package's map of exports names only the build that warns developers.
  {
    module: /\/react-router\/dist\/development\/chunk-\w+\.mjs$/,
    instead: (code) => code.replace('var ENABLE_DEV_WARNINGS = true;', 'var ENABLE_DEV_WARNINGS = false;'),
  },
  // Changes go through `callApi`, not through react-query's mutations.
  {
    module: '/@tanstack/query-core/build/modern/mutation.js',
    instead: () => 'export class Mutation {}\nexport const getDefaultState = () => ({});',
  },
  // Every field is outlined.
  { module: '/@mui/material/Input/Input.mjs', instead: () => nothing },
  { module: '/@mui/material/FilledInput/FilledInput.mjs', instead: () => nothing },
  { module: '/PickersInput/PickersInput.mjs', instead: () => 'export const PickersInput = () => null;' },
  {
    module: '/PickersFilledInput/PickersFilledInput.mjs',
    instead: () => 'export const PickersFilledInput = () => null;',
  },
];

/** Replaces those modules in the browser's build; fails if one is no longer found. */
export function bundleStubs(): Plugin {
  const found = new Set<Stub>();
  return {
    name: 'bundle-stubs',
    apply: 'build',
    transform(code, id) {
      const part = stubs.find(({ module }) => (typeof module === 'string' ? id.endsWith(module) : module.test(id)));
      if (!part) return null;
      found.add(part);
      return { code: part.instead(code), map: null };
    },
    buildEnd(error) {
      const missing = stubs.filter((part) => !found.has(part)).map(({ module }) => module);
      if (!error && missing.length > 0) throw new Error(`The build holds no ${missing.join(', ')}.`);
    },
  };
}

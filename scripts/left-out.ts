import type { Plugin } from 'vite';

interface LeftOut {
  /** The end of the module's path. */
  module: string;
  /** What stands in its place; `code` is the module's own. */
  instead: (code: string) => string;
}

const nothing = 'export default () => null;';

/** Parts of libraries that stand in the bundle without ever running in it, each with the reason. */
const leftOut: readonly LeftOut[] = [
  // The theme switches ripples off, for every button.
  { module: '/@mui/material/ButtonBase/TouchRipple.mjs', instead: () => nothing },
  // The script against a flash of the wrong theme is our own, color-scheme.js; names of keys are read from here.
  {
    module: '/@mui/system/InitColorSchemeScript/InitColorSchemeScript.mjs',
    instead: (code) =>
      `${code.match(/^export const DEFAULT_\w+ = .*$/gm)?.join('\n')}\nexport const buildInitColorSchemeScript = () => '';\nexport default () => null;`,
  },
  // Emotion's withTheme alone copies statics, and nobody asks for it: themes come by `sx`.
  {
    module: '/hoist-non-react-statics/dist/hoist-non-react-statics.cjs.js',
    instead: () => 'export default (target) => target;',
  },
  // Writes go by `ask`, not by react-query's mutations.
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

/** Takes parts of libraries out of the browser's build; fails when one is no longer where it was. */
export function leaveOut(): Plugin {
  const found = new Set<LeftOut>();
  return {
    name: 'leave-out',
    apply: 'build',
    transform(code, id) {
      const part = leftOut.find(({ module }) => id.endsWith(module));
      if (!part) return null;
      found.add(part);
      return { code: part.instead(code), map: null };
    },
    buildEnd(error) {
      const missing = leftOut.filter((part) => !found.has(part)).map(({ module }) => module);
      if (!error && missing.length > 0) throw new Error(`The build holds no ${missing.join(', ')}.`);
    },
  };
}

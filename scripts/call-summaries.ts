import type { Plugin } from 'vite';

/** A `summary` in the call to `call()`: one or more literal strings, as Prettier formats them. */
const summary = /^ {2}summary:(?:[\s+]+(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`[^`]*`))+,\n/gm;

/**
 * A plugin that leaves the calls' summaries out of the browser's code. Only the server reads them, for the description
 * of the API; some pages would load two kilobytes of them.
 */
export function callSummaries(): Plugin {
  return {
    name: 'call-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/features\/.*\/contract\.ts$/ },
      handler(source) {
        const code = source.replace(summary, '');
        if (code.includes('summary:')) this.error('A summary is not a literal string.');
        return { code, map: null };
      },
    },
  };
}

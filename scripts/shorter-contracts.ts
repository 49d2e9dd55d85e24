import type { Plugin } from 'vite';

/** The summary of a call: one string, or several joined by `+`. */
const summary = /\bsummary:\s*(?:(?:'(?:[^'\\\n]|\\.)*'|`[^`]*`)\s*\+?\s*)+,/g;

/**
 * Removes the English summaries of calls from the browser's build: only the description of all calls shows them, which
 * the server makes.
 */
export function shorterContracts(): Plugin {
  return {
    name: 'shorter-contracts',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/contract.ts')) return null;
      const short = code.replace(summary, "summary: '',");
      if (short.match(/\bsummary:/g)?.length !== short.match(/\bsummary: '',/g)?.length)
        throw new Error(`${id} holds a summary of a form that is not expected.`);
      return { code: short, map: null };
    },
  };
}

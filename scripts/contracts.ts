import { resolve } from 'node:path';
import { parseSync, Visitor, type Plugin } from 'vite';

/** What of a call the browser reads; the rest is the server's: who may call it, what may be sent, how it is described. */
const readByBrowser = new Set(['path', 'output', 'refusals']);

/**
 * Leaves of the contracts what the browser needs of them: paths, sentences of refusals and the forms of answers, which
 * src/web/shapes.ts reads in the place of zod (docs/decisions/0026). Forms of what is sent fall away with the properties
 * of the calls: nothing is left that uses them, and the bundler is told that declaring a form does nothing else.
 */
export function contracts(): Plugin {
  const shapes = resolve(import.meta.dirname, '../src/web/shapes.ts');
  return {
    name: 'contracts',
    apply: 'build',
    config: () => ({ resolve: { alias: { 'zod/mini': shapes } } }),
    // A form that the browser cannot read would be undefined there.
    onLog(_level, { code, message }) {
      if (code === 'IMPORT_IS_UNDEFINED' && message.includes('shapes.ts')) throw new Error(message);
    },
    transform: {
      filter: { id: /\/src\/[\w-]+\/(contract|call)\.ts$/ },
      handler: (code, id) => ({ code: forBrowser(code, id), map: null }),
    },
  };
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** A contract's module, compiled to JavaScript, without what the server alone reads. */
export function forBrowser(code: string, id: string): string {
  const edits: Edit[] = [];
  // What a function does when it is called is its own affair.
  let functions = 0;
  const enter = () => void functions++;
  const leave = () => void functions--;
  const visitor = new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    CallExpression({ start, end, callee, arguments: [first] }) {
      const bounds = callee.type === 'MemberExpression' && !callee.computed && callee.property.name === 'check';
      // Bounds hold for what is sent; whatever the server answers has been through them.
      if (bounds) edits.push({ start: callee.object.end, end, text: '' });
      else if (functions === 0) edits.push({ start, end: start, text: '/* @__PURE__ */ ' });
      if (callee.type !== 'Identifier' || callee.name !== 'call' || first?.type !== 'ObjectExpression') return;
      first.properties.forEach((property, index) => {
        const { start: from } = property;
        const till = first.properties[index + 1]?.start ?? first.end - 1;
        const known =
          property.type === 'Property' && property.key.type === 'Identifier' && readByBrowser.has(property.key.name);
        if (!known) edits.push({ start: from, end: till, text: '' });
      });
    },
  });
  visitor.visit(parseSync(id.replace(/ts$/, 'js'), code).program);
  return withoutIdleImports(applied(code, edits));
}

/** Rules that the server alone asks would else come with the first page that speaks of their noun. */
function withoutIdleImports(code: string): string {
  const imports = /^import \{([^}]*)\} from .*$/gm;
  const rest = code.replace(imports, '');
  // `name` or `name as other`: the last word is the one that is used here.
  const isUsed = (specifier: string) => new RegExp(`\\b${specifier.trim().split(' ').at(-1) ?? ''}\\b`).test(rest);
  return code.replace(imports, (line, names: string) => (names.split(',').some(isUsed) ? line : ''));
}

/** The text after the edits; one within a stretch that another takes away is lost with it. */
function applied(code: string, edits: Edit[]): string {
  let text = '';
  let at = 0;
  for (const edit of edits.sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (edit.start < at) continue;
    text += code.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return text + code.slice(at);
}

import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { contracts } from '../../scripts/contracts.ts';
import type { Call } from '../shared/call.ts';

const src = resolve(import.meta.dirname, '..');
const nouns = readdirSync(src).filter((noun) => existsSync(join(src, noun, 'contract.ts')));
const contractOf = (noun: string) => join(src, noun, 'contract.ts');

type Contract = Record<string, Call>;
const callsOf = (contract: Contract) => Object.entries(contract).filter(([, { path }]) => typeof path === 'string');

/** All calls as they are written, by noun and name, and as the browser's build has them. */
const written: Record<string, Contract> = {};
for (const noun of nouns) written[noun] = (await import(contractOf(noun))) as Contract;
const callNames = (noun: string) => callsOf(written[noun] ?? {}).map(([name]) => name);
const namesOf = (noun: string, index: number) =>
  callNames(noun)
    .map((name) => `${name} as ${name}${index}`)
    .join(', ');
const entriesOf = (noun: string, index: number) =>
  callNames(noun)
    .map((name) => `${name}: ${name}${index}`)
    .join(', ');
let code = '';
let browser: { contracts: Record<string, Contract>; decode: (shape: unknown, answer: unknown) => unknown };

beforeAll(async () => {
  const entry = [
    `export { decode } from '${join(src, 'web/shapes.ts')}';`,
    ...nouns.map((noun, index) => `import { ${namesOf(noun, index)} } from '${contractOf(noun)}';`),
    `export const contracts = { ${nouns.map((noun, index) => `'${noun}': { ${entriesOf(noun, index)} }`).join(', ')} };`,
  ].join('\n');
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      contracts(),
      {
        name: 'entry',
        resolveId: (id) => (id === 'all-contracts' ? id : null),
        load: (id) => (id === 'all-contracts' ? entry : null),
      },
    ],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: 'all-contracts', preserveEntrySignatures: 'strict' },
    },
  })) as Rolldown.RolldownOutput;
  code = built.output[0].code;
  const url = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
  browser = (await import(/* @vite-ignore */ url)) as typeof browser;
});

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
}

/** Answers that a schema of the wire takes, with a name here and there that nobody knows. */
function answers(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(answers));
  if (schema.type === 'array') return fc.array(answers(schema.items ?? {}), { maxLength: 2 });
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object')
    return fc.dictionary(fc.constantFrom('a', 'b'), answers(schema.additionalProperties));
  if (schema.type === 'object') {
    const fields = Object.fromEntries(Object.entries(schema.properties ?? {}).map(([k, v]) => [k, answers(v)]));
    const more = { unknown: fc.constant(1) };
    return fc.record({ ...fields, ...more }, { requiredKeys: schema.required ?? [], noNullPrototype: true });
  }
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'null') return fc.constant(null);
  if (schema.type === 'integer') return fc.integer({ min: 1, max: 5 });
  if (schema.type === 'number') return fc.constantFrom(1, 2.5);
  // A date, which every text takes, too.
  return fc.constant('2026-11-21');
}

const other = fc.constantFrom<unknown>(null, undefined, 1, 2.5, '2026-11-21', true, [], {}, [1], { a: {} });

/** The same answer with another value at one place. */
function bent(value: unknown, way: readonly number[], instead: unknown): unknown {
  const [step, ...rest] = way;
  if (step === undefined || typeof value !== 'object' || value === null) return instead;
  const entries = Object.entries(value);
  const at = entries.length > 0 ? step % entries.length : -1;
  const changed = entries.map(([k, v], index) => [k, index === at ? bent(v, rest, instead) : v] as const);
  return Array.isArray(value) ? changed.map(([, v]) => v) : Object.fromEntries(changed);
}

const outcome = (decode: () => unknown) => {
  try {
    return { decoded: decode() };
  } catch {
    return 'refused';
  }
};

describe.each(nouns)('answers of %s', (noun) => {
  test.each(callsOf(written[noun] ?? {}).filter(([, call]) => call.answer === 'json'))(
    '%s reads the same in the browser as zod reads them, right or wrong',
    (name, call) => {
      const shape = browser.contracts[noun]?.[name]?.output;
      const schema = z.toJSONSchema(call.output, { io: 'input', unrepresentable: 'any' }) as Schema;
      fc.assert(
        fc.property(answers(schema), fc.array(fc.nat(20), { maxLength: 4 }), other, (answer, way, instead) => {
          for (const body of [answer, bent(answer, way, instead)])
            expect(outcome(() => browser.decode(shape, body))).toEqual(
              outcome(() => z.decode(call.output, body as never)),
            );
        }),
        { numRuns: 30 },
      );
    },
  );
});

test('the browser has each call’s path and refusals, and nothing that the server alone reads', () => {
  for (const noun of nouns)
    for (const [name, { path, refusals, summary }] of callsOf(written[noun] ?? {})) {
      expect(browser.contracts[noun]?.[name]).toMatchObject({ path, refusals });
      expect(code).not.toContain(summary);
    }
  expect(code).not.toContain('ZodMini');
});

import { resolve } from 'node:path';
import { measureSizes, tooHeavy } from './sizes.ts';

// `npm run size`: what the built screens weigh, against their budgets.
const sizes = measureSizes(resolve(import.meta.dirname, '../dist/web'));
console.table(sizes);
const heavy = tooHeavy(sizes);
for (const sentence of heavy) console.error(sentence);
process.exitCode = heavy.length > 0 ? 1 : 0;

import { resolve } from 'node:path';
import { measureSizes, tooHeavy } from './sizes.ts';

// `npm run size`: what the built screens weigh, against their budgets; `-- packages`: what the first load to the first
// bookable card is made of.
if (process.argv[2] === 'packages') {
  const { measurePackages } = await import('./packages.ts');
  console.table(await measurePackages('BookingPage'));
} else {
  const sizes = measureSizes(resolve(import.meta.dirname, '../dist/web'));
  console.table(sizes);
  const heavy = tooHeavy(sizes);
  for (const sentence of heavy) console.error(sentence);
  process.exitCode = heavy.length > 0 ? 1 : 0;
}

import { resolve } from 'node:path';
import { measureSizes, overBudget } from './sizes.ts';

// `npm run size`: compares the sizes of the built screens with their budgets; `-- packages`: lists the packages in the
// first load, up to the first bookable card.
if (process.argv[2] === 'packages') {
  const { measurePackages } = await import('./packages.ts');
  console.table(await measurePackages('BookingPage'));
} else {
  const sizes = measureSizes(resolve(import.meta.dirname, '../dist/web'));
  console.table(sizes);
  const messages = overBudget(sizes);
  for (const message of messages) console.error(message);
  process.exitCode = messages.length > 0 ? 1 : 0;
}

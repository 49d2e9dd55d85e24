import { resolve } from 'node:path';
import { measureSizes, listExceededBudgets } from './sizes.ts';

// `npm run size` compares the sizes of the built screens with their budgets. `-- packages` lists the packages that the
// browser loads before it shows the first bookable card.
if (process.argv[2] === 'packages') {
  const { measurePackages } = await import('./packages.ts');
  console.table(await measurePackages('BookingPage'));
} else {
  const sizes = measureSizes(resolve(import.meta.dirname, '../dist/web'));
  console.table(sizes);
  const messages = listExceededBudgets(sizes);
  for (const message of messages) console.error(message);
  process.exitCode = messages.length > 0 ? 1 : 0;
}

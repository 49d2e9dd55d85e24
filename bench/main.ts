import { runFill } from './filled.ts';
import { runFirstLoad } from './first-load.ts';
import { runFlame } from './flame.ts';
import { runGrowth } from './growth.ts';
import { runLists } from './lists.ts';

// `npm run bench`: figures of this machine; `-- fill` makes a database as large as years of use
// would, `-- lists` measures on it what admins and coaches read (words behind it choose by name), `-- growth` what
// participants and coaches ask, beside a small one; `-- flame` draws where Node's time goes; `-- page` tells what the
// first load to the first bookable card costs.
const [command, ...args] = process.argv.slice(2);
try {
  if (command === undefined) await import('./figures.ts');
  else if (command === 'fill') await runFill(args);
  else if (command === 'lists') await runLists(args);
  else if (command === 'growth') await runGrowth();
  else if (command === 'flame') await runFlame(args);
  else if (command === 'page') await runFirstLoad();
  else throw new Error('npm run bench, or with -- fill, -- lists, -- growth, -- flame or -- page');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

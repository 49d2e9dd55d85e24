import { runFill } from './filled.ts';
import { runFirstLoad } from './first-load.ts';
import { runFlame } from './flame.ts';
import { runGrowth } from './growth.ts';
import { runJobs } from './jobs.ts';
import { runLists } from './lists.ts';
import { runSlow } from './slow.ts';

// `npm run bench` measures the figures of this machine. `-- fill` creates a database as large as after years of use.
// `-- lists` measures the lists of admins and coaches on it; further arguments select lists by name. `-- growth`
// compares the calls of participants and coaches on it and on a small database. `-- jobs` measures the jobs that run
// every minute on it. `-- flame` draws flame graphs of the
// server, and `-- page` measures the first page load up to the first bookable card. `-- slow` measures the largest
// paint and taps on a slow phone.
const [command, ...args] = process.argv.slice(2);
try {
  if (command === undefined) await import('./figures.ts');
  else if (command === 'fill') await runFill(args);
  else if (command === 'lists') await runLists(args);
  else if (command === 'growth') await runGrowth();
  else if (command === 'jobs') await runJobs();
  else if (command === 'flame') await runFlame(args);
  else if (command === 'page') await runFirstLoad();
  else if (command === 'slow') await runSlow();
  else throw new Error('Usage: npm run bench [-- fill | lists | growth | jobs | flame | page | slow]');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

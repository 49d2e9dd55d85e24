// `npm run advisories`: asks the registry for known vulnerabilities of the packages that the product uses at run time.
// The exit code is 1 for a high or critical one, 0 for none of these, and 2 if the registry does not answer.
import { spawnSync } from 'node:child_process';
import { root } from './prepare.mjs';

const { stdout } = spawnSync('npm', ['audit', '--json', '--omit=dev'], { cwd: root, encoding: 'utf8' });
const counts = countsIn(stdout);
if (!counts) {
  console.log('The registry did not answer the request for advisories, so nothing is known about the packages.');
  process.exitCode = 2;
} else {
  const { critical = 0, high = 0, total = 0 } = counts;
  console.log(`${critical} critical, ${high} high, ${total} advisories in total.`);
  if (total > 0) console.log('npm audit --omit=dev lists them.');
  process.exitCode = critical + high > 0 ? 1 : 0;
}

/**
 * The number of advisories by severity; undefined if `report` is not a report.
 * @param {string} report @returns {Record<string, number> | undefined}
 */
function countsIn(report) {
  try {
    return JSON.parse(report).metadata?.vulnerabilities;
  } catch {
    return undefined;
  }
}

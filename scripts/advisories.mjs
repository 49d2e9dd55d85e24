// `npm run advisories`: asks the npm registry for known vulnerabilities of the packages that the portal uses at run
// time. The exit code is 1 if one of them is high or critical, 2 if the registry does not answer, and 0 otherwise.
import { spawnSync } from 'node:child_process';
import { root } from './prepare.mjs';

const { stdout } = spawnSync('npm', ['audit', '--json', '--omit=dev'], { cwd: root, encoding: 'utf8' });
const counts = readCounts(stdout);
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
 * Returns the number of advisories by severity, or undefined if `report` is not the JSON of `npm audit`.
 * @param {string} report @returns {Record<string, number> | undefined}
 */
function readCounts(report) {
  try {
    return JSON.parse(report).metadata?.vulnerabilities;
  } catch {
    return undefined;
  }
}

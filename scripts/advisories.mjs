// `npm run advisories`: asks the registry for known holes in the packages that the product runs with. Exit code 1 for a
// high or critical one, 0 for none, 2 if the registry could not be asked, which the line says.
import { spawnSync } from 'node:child_process';
import { root } from './prepare.mjs';

const { stdout } = spawnSync('npm', ['audit', '--json', '--omit=dev'], { cwd: root, encoding: 'utf8' });
const found = countsIn(stdout);
if (!found) {
  console.log(
    'Not asked: the registry does not answer questions about advisories here. Nothing is known of the packages.',
  );
  process.exitCode = 2;
} else {
  const { critical = 0, high = 0, total = 0 } = found;
  console.log(`${critical} critical, ${high} high, ${total} advisories in all.`);
  if (total > 0) console.log('npm audit --omit=dev lists them.');
  process.exitCode = critical + high > 0 ? 1 : 0;
}

/**
 * The number of advisories by severity; undefined for anything but a report.
 * @param {string} report @returns {Record<string, number> | undefined}
 */
function countsIn(report) {
  try {
    return JSON.parse(report).metadata?.vulnerabilities;
  } catch {
    return undefined;
  }
}

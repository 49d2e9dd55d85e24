// `npm run advisories`: asks the npm registry for known vulnerabilities of the packages that an installation contains.
// The exit code is 1 if one of them is high or critical, 2 if nothing is known, and 0 otherwise.
import { spawnSync } from 'node:child_process';
import { root } from './prepare.mjs';
import { listProductPackages, readLockedPackages } from './product-packages.mjs';

/** @typedef {{ name: string; severity: string; range: string; nodes: string[] }} Vulnerability */

const productPackages = listProductPackages(root);
const { stdout } = spawnSync('npm', ['audit', '--json', '--package-lock-only'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 100_000_000,
});
const vulnerabilities = readVulnerabilities(stdout);
if (!productPackages) {
  console.log('The portal is not built, so nobody knows which packages are in it: npm run build');
  process.exitCode = 2;
} else if (!vulnerabilities) {
  console.log('The registry did not answer the request for advisories, so nothing is known about the packages.');
  process.exitCode = 2;
} else {
  const locked = readLockedPackages(root);
  const found = vulnerabilities.filter(({ nodes }) =>
    nodes.some((path) => productPackages.has(locked.get(path) ?? '')),
  );
  for (const { severity, name, range } of found) console.log(`${severity}: ${name} ${range}`);
  console.log(`${found.length} packages of the product have advisories.`);
  process.exitCode = found.some(({ severity }) => severity === 'high' || severity === 'critical') ? 1 : 0;
}

/**
 * Returns the vulnerable packages, or undefined if `report` is not the JSON of `npm audit`.
 * @param {string} report @returns {Vulnerability[] | undefined}
 */
function readVulnerabilities(report) {
  try {
    const { vulnerabilities } = JSON.parse(report);
    return vulnerabilities && Object.values(vulnerabilities);
  } catch {
    return undefined;
  }
}

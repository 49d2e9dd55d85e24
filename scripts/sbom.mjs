// `npm run sbom`: writes the bill of materials of an installation to the standard output (CycloneDX): the packages in the
// two builds and those beside them. The exit code is 1 if the checkout is not built or npm cannot write the list.
import { spawnSync } from 'node:child_process';
import { root } from './prepare.mjs';
import { listProductPackages } from './product-packages.mjs';

/**
 * @typedef {{ 'bom-ref': string; scope?: string; properties?: { name: string; value: string }[] }} Component
 * @typedef {{ metadata: { component: Component }; components: Component[]; dependencies: Dependency[] }} Bill
 * @typedef {{ ref: string; dependsOn: string[] }} Dependency
 */

const productPackages = listProductPackages(root);
const { stdout, stderr, status } = spawnSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 100_000_000,
});
if (!productPackages) fail('The portal is not built: npm run build');
else if (status !== 0) fail(stderr.trim());
else console.log(JSON.stringify(keepPackages(JSON.parse(stdout), productPackages), null, 2));

/**
 * Removes the packages that are not in `productPackages` from npm's list of all packages. The marks for development go
 * too, because the build puts such packages into the product.
 * @param {Bill} bill @param {Set<string>} productPackages @returns {Bill}
 */
function keepPackages(bill, productPackages) {
  const components = bill.components
    .filter((component) => productPackages.has(component['bom-ref']))
    .map(({ properties = [], ...component }) => ({
      ...component,
      scope: 'required',
      properties: properties.filter(({ name }) => name !== 'cdx:npm:package:development'),
    }));
  const isKept = (/** @type {string} */ reference) =>
    productPackages.has(reference) || reference === bill.metadata.component['bom-ref'];
  const dependencies = bill.dependencies
    .filter(({ ref }) => isKept(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isKept) }));
  return { ...bill, components, dependencies };
}

/** @param {string} line */
function fail(line) {
  console.error(line);
  process.exitCode = 1;
}

/** The types of the functions in product-packages.mjs that tests use. */
export function listProductPackages(root: string): Set<string> | null;
export function readLockedPackages(root: string): Map<string, string>;

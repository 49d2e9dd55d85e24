/** The types of the functions in browser.mjs. */
export function findBrowser(): Promise<string | undefined>;
export function findInstalledBrowser(): Promise<string | undefined>;

/** The types of the functions in browser.mjs. */
export function findBrowser(): Promise<string | undefined>;
export function browserHere(): Promise<string | undefined>;

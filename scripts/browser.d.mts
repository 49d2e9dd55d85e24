/** The types of browser.mjs. */
export function findBrowser(): Promise<string | undefined>;
export function browserHere(): Promise<string | undefined>;

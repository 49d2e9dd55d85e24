/** The part of `URL` that rules use. The server and the browser have it, but the types that both share do not. */
declare const URL: { canParse(url: string): boolean };

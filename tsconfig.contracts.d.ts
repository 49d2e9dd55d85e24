/**
 * The parts of `URL` and `URLSearchParams` that rules use. The server and the browser have them, but the types that
 * both share do not.
 */
declare const URL: { canParse(url: string): boolean };
declare class URLSearchParams {
  constructor(query?: string | Record<string, string>);
  get(name: string): string | null;
  set(name: string, value: string): void;
  delete(name: string): void;
  toString(): string;
  [Symbol.iterator](): IterableIterator<[string, string]>;
}

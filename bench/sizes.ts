import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Bytes over the wire of a set of files, as the server sends them. */
export interface Size {
  gzip: number;
  brotli: number;
  /** The largest size with gzip; null for parts that are loaded on demand within a page. */
  budget: number | null;
}

const kB = 1000;
/** One per cent above today's sizes, so that growth is a decision. */
const named: Readonly<Record<string, number>> = {
  RegistrationForm: 133.9 * kB,
  CalendarGrid: 67.5 * kB,
  DailyPlanPage: 69.7 * kB,
};
const budgetOf = (part: string) => named[part] ?? (part.endsWith('Page') ? 62.2 * kB : null);

/**
 * Sizes of the built screens in `folder`: what every page needs first, then what each lazily loaded part adds to it
 * with everything that it imports. Code alone: the text's font comes beside it.
 */
export function measureSizes(folder: string): Record<string, Size> {
  const assets = join(folder, 'assets');
  const first = new Set(entryFiles(folder));
  const entry = total([...first].map((file) => join(assets, file)).concat(join(folder, 'index.html')));
  const sizes: Record<string, Size> = { 'entry and preloads': { ...entry, budget: 174.7 * kB } };
  for (const file of lazyParts(assets)) {
    const added = [...closure(assets, file)].filter((part) => !first.has(part));
    const name = basename(file).replace(/-.{8}\.js$/, '');
    sizes[name] = { ...total(added.map((part) => join(assets, part))), budget: budgetOf(name) };
  }
  return sizes;
}

/** What every page of `folder` loads before its own files: scripts and style sheets, by file name. */
function entryFiles(folder: string): string[] {
  const assets = join(folder, 'assets');
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const named = [...html.matchAll(/(?:src|href)="\/assets\/([^"]+\.(?:js|css))"/g)].map(([, file = '']) => file);
  return named.flatMap((file) => [...closure(assets, file)]);
}

/** The files that are loaded before a page's first paint; `page` is the name of its chunk: 'BookingPage'. */
export function firstLoad(folder: string, page: string): string[] {
  const assets = join(folder, 'assets');
  const own = readdirSync(assets).filter((file) => file.startsWith(`${page}-`) && file.endsWith('.js'));
  return [...new Set([...entryFiles(folder), ...own.flatMap((file) => [...closure(assets, file)])])];
}

/** The chunks that another one imports on demand. */
function lazyParts(assets: string): string[] {
  const found = new Set<string>();
  for (const file of readdirSync(assets).filter((name) => name.endsWith('.js')))
    for (const [, part = ''] of readFileSync(join(assets, file), 'utf8').matchAll(/import\(\s*[`"']\.\/([^`"']+)/g))
      found.add(part);
  return [...found].sort((a, b) => (a < b ? -1 : 1));
}

/** A chunk and everything that it imports statically. */
function closure(assets: string, file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  if (file.endsWith('.js'))
    for (const [, part = ''] of readFileSync(join(assets, file), 'utf8').matchAll(
      /(?:from|import)\s*[`"']\.\/([^`"']+)/g,
    ))
      closure(assets, part, seen);
  return seen;
}

function total(files: string[]): { gzip: number; brotli: number } {
  const sum = (ending: string) =>
    files.reduce((bytes, file) => bytes + statSync(existsSync(file + ending) ? file + ending : file).size, 0);
  return { gzip: sum('.gz'), brotli: sum('.br') };
}

/** A sentence for each part above its budget. */
export function tooHeavy(sizes: Record<string, Size>): string[] {
  return Object.entries(sizes)
    .filter(([, { gzip, budget }]) => budget !== null && gzip > budget)
    .map(([name, { gzip, budget }]) => `${name}: ${gzip} bytes, more than ${budget}.`);
}

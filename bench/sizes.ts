import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The transferred bytes of a set of files, as the server sends them. */
export interface Size {
  gzip: number;
  brotli: number;
  /** The maximum size with gzip; null for chunks that are loaded on demand within a page. */
  budget: number | null;
}

const kB = 1000;
/** One per cent above the current sizes, so that any growth must be decided on. */
const budgets: Readonly<Record<string, number>> = {
  RegistrationForm: 133.9 * kB,
  CalendarGrid: 67.5 * kB,
  DailyPlanPage: 69.7 * kB,
};
const budgetOf = (chunk: string) => budgets[chunk] ?? (chunk.endsWith('Page') ? 62.2 * kB : null);

/**
 * The sizes of the built screens in `folder`: the files that every page loads first, then the files that each lazily
 * loaded chunk adds with its imports. Only code, without the font.
 */
export function measureSizes(folder: string): Record<string, Size> {
  const assets = join(folder, 'assets');
  const first = new Set(entryFiles(folder));
  const entry = total([...first].map((file) => join(assets, file)).concat(join(folder, 'index.html')));
  const sizes: Record<string, Size> = { 'entry and preloads': { ...entry, budget: 174.7 * kB } };
  for (const file of lazyChunks(assets)) {
    const added = [...withStaticImports(assets, file)].filter((chunk) => !first.has(chunk));
    const name = basename(file).replace(/-.{8}\.js$/, '');
    sizes[name] = { ...total(added.map((chunk) => join(assets, chunk))), budget: budgetOf(name) };
  }
  return sizes;
}

/** The scripts and style sheets, by file name, that every page in `folder` loads before its own files. */
function entryFiles(folder: string): string[] {
  const assets = join(folder, 'assets');
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const linkedFiles = [...html.matchAll(/(?:src|href)="\/assets\/([^"]+\.(?:js|css))"/g)].map(([, file = '']) => file);
  return linkedFiles.flatMap((file) => [...withStaticImports(assets, file)]);
}

/** The files that are loaded before a page's first paint; `page` is the name of its chunk, such as 'BookingPage'. */
export function firstLoadFiles(folder: string, page: string): string[] {
  const assets = join(folder, 'assets');
  const pageChunks = readdirSync(assets).filter((file) => file.startsWith(`${page}-`) && file.endsWith('.js'));
  return [...new Set([...entryFiles(folder), ...pageChunks.flatMap((file) => [...withStaticImports(assets, file)])])];
}

/** The chunks that are imported on demand. */
function lazyChunks(assets: string): string[] {
  const chunks = new Set<string>();
  for (const file of readdirSync(assets).filter((name) => name.endsWith('.js')))
    for (const [, chunk = ''] of readFileSync(join(assets, file), 'utf8').matchAll(/import\(\s*[`"']\.\/([^`"']+)/g))
      chunks.add(chunk);
  return [...chunks].sort((a, b) => (a < b ? -1 : 1));
}

/** A chunk and everything that it imports statically. */
function withStaticImports(assets: string, file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  if (file.endsWith('.js'))
    for (const [, chunk = ''] of readFileSync(join(assets, file), 'utf8').matchAll(
      /(?:from|import)\s*[`"']\.\/([^`"']+)/g,
    ))
      withStaticImports(assets, chunk, seen);
  return seen;
}

function total(files: string[]): { gzip: number; brotli: number } {
  const sum = (ending: string) =>
    files.reduce((bytes, file) => bytes + statSync(existsSync(file + ending) ? file + ending : file).size, 0);
  return { gzip: sum('.gz'), brotli: sum('.br') };
}

/** A message for each chunk that exceeds its budget. */
export function overBudget(sizes: Record<string, Size>): string[] {
  return Object.entries(sizes)
    .filter(([, { gzip, budget }]) => budget !== null && gzip > budget)
    .map(([name, { gzip, budget }]) => `${name}: ${gzip} bytes, more than ${budget}.`);
}

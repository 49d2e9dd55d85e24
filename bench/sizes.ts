import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The bytes of a set of files, compressed as the server sends them. */
export interface BundleSize {
  gzip: number;
  brotli: number;
  /** The maximum size with gzip; null for chunks that a page loads on demand. */
  budget: number | null;
}

const kB = 1000;
/** One per cent above the sizes at the time of the last decision, so that growth needs a new decision. */
const budgets: Readonly<Record<string, number>> = {
  RegistrationForm: 135.3 * kB,
  CalendarGrid: 73.8 * kB,
  DailyPlanPage: 75 * kB,
  InterfacesPage: 66.6 * kB,
  SettingsPage: 66.1 * kB,
};
const findBudget = (chunk: string) => budgets[chunk] ?? (chunk.endsWith('Page') ? 62.2 * kB : null);

/**
 * Measures the built screens in `folder`: first the files that every page loads, then the files that each lazily loaded
 * chunk adds, with its imports. Counts code only, not the font.
 */
export function measureSizes(folder: string): Record<string, BundleSize> {
  const assets = join(folder, 'assets');
  const entryFileNames = new Set(listEntryFiles(folder));
  const entry = sumSizes([...entryFileNames].map((file) => join(assets, file)).concat(join(folder, 'index.html')));
  const sizes: Record<string, BundleSize> = { 'entry and preloads': { ...entry, budget: 175 * kB } };
  for (const file of listLazyChunks(assets)) {
    const addedFiles = [...collectStaticImports(assets, file)].filter((chunk) => !entryFileNames.has(chunk));
    const name = basename(file).replace(/-.{8}\.js$/, '');
    sizes[name] = { ...sumSizes(addedFiles.map((chunk) => join(assets, chunk))), budget: findBudget(name) };
  }
  return sizes;
}

/** Returns the names of the scripts and style sheets that every page in `folder` loads before its own files. */
function listEntryFiles(folder: string): string[] {
  const assets = join(folder, 'assets');
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const linkedFiles = [...html.matchAll(/(?:src|href)="\/assets\/([^"]+\.(?:js|css))"/g)].map(([, file = '']) => file);
  return linkedFiles.flatMap((file) => [...collectStaticImports(assets, file)]);
}

/**
 * Returns the files that a page loads before its first paint; `page` is the name of its chunk, such as 'BookingPage'.
 */
export function listFirstLoadFiles(folder: string, page: string): string[] {
  const assets = join(folder, 'assets');
  const pageChunks = readdirSync(assets).filter((file) => file.startsWith(`${page}-`) && file.endsWith('.js'));
  return [
    ...new Set([...listEntryFiles(folder), ...pageChunks.flatMap((file) => [...collectStaticImports(assets, file)])]),
  ];
}

/** Returns the chunks that are imported on demand, sorted by name. */
function listLazyChunks(assets: string): string[] {
  const chunks = new Set<string>();
  for (const file of readdirSync(assets).filter((name) => name.endsWith('.js')))
    for (const [, chunk = ''] of readFileSync(join(assets, file), 'utf8').matchAll(/import\(\s*[`"']\.\/([^`"']+)/g))
      chunks.add(chunk);
  return [...chunks].sort((a, b) => (a < b ? -1 : 1));
}

/** Returns a chunk and everything that it imports statically. */
function collectStaticImports(assets: string, file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  if (file.endsWith('.js'))
    for (const [, chunk = ''] of readFileSync(join(assets, file), 'utf8').matchAll(
      /(?:from|import)\s*[`"']\.\/([^`"']+)/g,
    ))
      collectStaticImports(assets, chunk, seen);
  return seen;
}

function sumSizes(files: string[]): { gzip: number; brotli: number } {
  const sum = (suffix: string) =>
    files.reduce((bytes, file) => bytes + statSync(existsSync(file + suffix) ? file + suffix : file).size, 0);
  return { gzip: sum('.gz'), brotli: sum('.br') };
}

/** Returns a message for each chunk that exceeds its budget. */
export function listExceededBudgets(sizes: Record<string, BundleSize>): string[] {
  return Object.entries(sizes)
    .filter(([, { gzip, budget }]) => budget !== null && gzip > budget)
    .map(([name, { gzip, budget }]) => `${name}: ${gzip} bytes, more than ${budget}.`);
}

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { firstLoadFiles } from './sizes.ts';

/** The size of a package in a chunk, in bytes. */
export interface Share {
  chunk: string;
  /** A package's name, or our own folder, such as `src/web`. */
  package: string;
  minified: number;
  /** Its share of the compressed chunk, in proportion to the size of its code compressed alone. */
  gzip: number;
  brotli: number;
}

/** Packages with fewer bytes (brotli) are summed up as others. */
const minBrotli = 400;

/** Builds the screens again with source maps and returns the packages in the first load of `page`. */
export async function measurePackages(page: string): Promise<Share[]> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-packages-'));
  try {
    await build({ logLevel: 'error', build: { outDir: folder, sourcemap: 'hidden', emptyOutDir: true } });
    const assets = await readdir(join(folder, 'assets'));
    const shares: Share[] = [];
    for (const file of firstLoadFiles(folder, page).filter((name) => assets.includes(`${name}.map`)))
      shares.push(...(await sharesOf(join(folder, 'assets', file))));
    return shares;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function sharesOf(path: string): Promise<Share[]> {
  const code = await readFile(path, 'utf8');
  const map = new SourceMap(
    JSON.parse(await readFile(`${path}.map`, 'utf8')) as ConstructorParameters<typeof SourceMap>[0],
  );
  const texts = new Map<string, string>();
  code.split('\n').forEach((line, row) => {
    for (let column = 0; column < line.length; column++) {
      const from = map.findEntry(row, column);
      const owner = 'originalSource' in from ? ownerOf(from.originalSource) : 'the bundler';
      texts.set(owner, (texts.get(owner) ?? '') + line[column]);
    }
  });
  const chunk = basename(path).replace(/-.{8}\.js$/, '');
  const separateSizes = [...texts].map(([name, text]) => ({
    chunk,
    package: name,
    minified: text.length,
    gzip: gzipSync(text, { level: 9 }).length,
    brotli: brotliCompressSync(text).length,
  }));
  const gzip = gzipSync(code, { level: 9 }).length / sum(separateSizes, 'gzip');
  const brotli = brotliCompressSync(code).length / sum(separateSizes, 'brotli');
  const shares = separateSizes.map((share) => ({
    ...share,
    gzip: Math.round(share.gzip * gzip),
    brotli: Math.round(share.brotli * brotli),
  }));
  const smallShares = shares.filter((share) => share.brotli < minBrotli);
  const largeShares = shares.filter((share) => share.brotli >= minBrotli).sort((a, b) => b.brotli - a.brotli);
  if (smallShares.length === 0) return largeShares;
  const rest = {
    minified: sum(smallShares, 'minified'),
    gzip: sum(smallShares, 'gzip'),
    brotli: sum(smallShares, 'brotli'),
  };
  return [...largeShares, { chunk, package: `${smallShares.length} others`, ...rest }];
}

function sum(shares: readonly Share[], field: 'minified' | 'gzip' | 'brotli'): number {
  return shares.reduce((total, share) => total + share[field], 0);
}

function ownerOf(source: string | undefined): string {
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source ?? '') ?? [];
  const [, ours] = /(src\/[\w-]+)\//.exec(source ?? '') ?? [];
  return name ?? ours ?? 'the bundler';
}

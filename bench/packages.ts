import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { listFirstLoadFiles } from './sizes.ts';

/** The size of a package within a chunk, in bytes. */
export interface PackageSize {
  chunk: string;
  /** The name of a package, or one of the portal's own folders, such as `src/web`. */
  package: string;
  minified: number;
  /** The package's share of the compressed chunk, in proportion to the size of its code when compressed alone. */
  gzip: number;
  brotli: number;
}

/** Packages with fewer bytes (brotli) are combined into one row. */
const minBrotli = 400;

/** Builds the screens again with source maps and returns the packages in the first load of `page`. */
export async function measurePackages(page: string): Promise<PackageSize[]> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-packages-'));
  try {
    await build({ logLevel: 'error', build: { outDir: folder, sourcemap: 'hidden', emptyOutDir: true } });
    const assets = await readdir(join(folder, 'assets'));
    const shares: PackageSize[] = [];
    for (const file of listFirstLoadFiles(folder, page).filter((name) => assets.includes(`${name}.map`)))
      shares.push(...(await measureChunk(join(folder, 'assets', file))));
    return shares;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function measureChunk(path: string): Promise<PackageSize[]> {
  const code = await readFile(path, 'utf8');
  const map = new SourceMap(
    JSON.parse(await readFile(`${path}.map`, 'utf8')) as ConstructorParameters<typeof SourceMap>[0],
  );
  const codeByOwner = new Map<string, string>();
  code.split('\n').forEach((line, row) => {
    for (let column = 0; column < line.length; column++) {
      const entry = map.findEntry(row, column);
      const owner = 'originalSource' in entry ? findOwner(entry.originalSource) : 'the bundler';
      codeByOwner.set(owner, (codeByOwner.get(owner) ?? '') + line[column]);
    }
  });
  const chunk = basename(path).replace(/-.{8}\.js$/, '');
  const separateSizes = [...codeByOwner].map(([name, text]) => ({
    chunk,
    package: name,
    minified: text.length,
    gzip: gzipSync(text, { level: 9 }).length,
    brotli: brotliCompressSync(text).length,
  }));
  const gzipFactor = gzipSync(code, { level: 9 }).length / sumField(separateSizes, 'gzip');
  const brotliFactor = brotliCompressSync(code).length / sumField(separateSizes, 'brotli');
  const shares = separateSizes.map((share) => ({
    ...share,
    gzip: Math.round(share.gzip * gzipFactor),
    brotli: Math.round(share.brotli * brotliFactor),
  }));
  const smallShares = shares.filter((share) => share.brotli < minBrotli);
  const largeShares = shares.filter((share) => share.brotli >= minBrotli).sort((a, b) => b.brotli - a.brotli);
  if (smallShares.length === 0) return largeShares;
  const combinedSizes = {
    minified: sumField(smallShares, 'minified'),
    gzip: sumField(smallShares, 'gzip'),
    brotli: sumField(smallShares, 'brotli'),
  };
  return [...largeShares, { chunk, package: `${smallShares.length} others`, ...combinedSizes }];
}

function sumField(shares: readonly PackageSize[], field: 'minified' | 'gzip' | 'brotli'): number {
  return shares.reduce((total, share) => total + share[field], 0);
}

function findOwner(source: string | undefined): string {
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source ?? '') ?? [];
  const [, ownFolder] = /(src\/[\w-]+)\//.exec(source ?? '') ?? [];
  return name ?? ownFolder ?? 'the bundler';
}

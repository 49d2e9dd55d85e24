import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { firstLoad } from './sizes.ts';

/** What a package weighs in a chunk, in bytes. */
export interface Share {
  chunk: string;
  /** A package's name, or our own folder as `src/web`. */
  package: string;
  minified: number;
  /** Its share of the compressed chunk, in proportion to the size of its code compressed alone. */
  gzip: number;
  brotli: number;
}

/** Packages below this brotli share are summed up as others. */
const small = 400;

/** Builds the screens again with source maps and returns the packages in the first load of `page`. */
export async function measurePackages(page: string): Promise<Share[]> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-packages-'));
  try {
    await build({ logLevel: 'error', build: { outDir: folder, sourcemap: 'hidden', emptyOutDir: true } });
    const assets = await readdir(join(folder, 'assets'));
    const shares: Share[] = [];
    for (const file of firstLoad(folder, page).filter((name) => assets.includes(`${name}.map`)))
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
  const alone = [...texts].map(([name, text]) => ({
    chunk,
    package: name,
    minified: text.length,
    gzip: gzipSync(text, { level: 9 }).length,
    brotli: brotliCompressSync(text).length,
  }));
  const gzip = gzipSync(code, { level: 9 }).length / sum(alone, 'gzip');
  const brotli = brotliCompressSync(code).length / sum(alone, 'brotli');
  const shares = alone.map((one) => ({
    ...one,
    gzip: Math.round(one.gzip * gzip),
    brotli: Math.round(one.brotli * brotli),
  }));
  const others = shares.filter((share) => share.brotli < small);
  const listed = shares.filter((share) => share.brotli >= small).sort((a, b) => b.brotli - a.brotli);
  if (others.length === 0) return listed;
  const rest = { minified: sum(others, 'minified'), gzip: sum(others, 'gzip'), brotli: sum(others, 'brotli') };
  return [...listed, { chunk, package: `${others.length} others`, ...rest }];
}

function sum(shares: readonly Share[], of: 'minified' | 'gzip' | 'brotli'): number {
  return shares.reduce((total, share) => total + share[of], 0);
}

function ownerOf(source: string | undefined): string {
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source ?? '') ?? [];
  const [, ours] = /(src\/[\w-]+)\//.exec(source ?? '') ?? [];
  return name ?? ours ?? 'the bundler';
}

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const dist = resolve(import.meta.dirname, '../../dist/server');

/** What a command left: its exit code, and what it wrote to both of its streams. */
export interface Ended {
  code: number | null;
  output: string;
}

/**
 * Runs a built command with settings of its own to its end; `fileBlocks` lets it write files of so many 512-byte blocks
 * alone, as a full disk would.
 */
export async function command(
  name: string,
  args: string[],
  env: Record<string, string>,
  { fileBlocks }: { fileBlocks?: number } = {},
): Promise<Ended> {
  const program = join(dist, `${name}.js`);
  if (!existsSync(program)) throw new Error('build the server first: npm run build');
  const limit = fileBlocks === undefined ? '' : `ulimit -f ${fileBlocks}; `;
  const child = spawn('sh', ['-c', `${limit}exec "$0" "$@"`, process.execPath, program, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return { code, output };
}

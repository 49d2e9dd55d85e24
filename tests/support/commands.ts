import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bareEnvironment } from './shifted-clock.ts';

const dist = resolve(import.meta.dirname, '../../dist/server');

/** The result of a command: its exit code, and its output to stdout and stderr in one text. */
export interface CommandResult {
  code: number | null;
  output: string;
}

/**
 * Runs a command for operators from the built server, such as 'backup', and waits until it ends. `env` contains the
 * settings of the command. To simulate a full disk, `maxFileBlocks` limits the size of each file that the command writes,
 * in blocks of 512 bytes.
 */
export async function runCommand(
  name: string,
  args: string[],
  env: Record<string, string>,
  { maxFileBlocks }: { maxFileBlocks?: number } = {},
): Promise<CommandResult> {
  const program = join(dist, `${name}.js`);
  if (!existsSync(program)) throw new Error('Build the server first: npm run build');
  const limit = maxFileBlocks === undefined ? '' : `ulimit -f ${maxFileBlocks}; `;
  const child = spawn('sh', ['-c', `${limit}exec "$0" "$@"`, process.execPath, program, ...args], {
    env: { ...bareEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return { code, output };
}

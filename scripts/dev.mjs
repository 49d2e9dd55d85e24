// `npm run dev`: runs the server, which restarts on each change, and Vite's development server in front of it, on
// http://localhost:5173 (the port is DEV_PORT). Links in mails open Vite's server. Ends when one of the two servers
// ends.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

await prepare('packages');
const bin = join(root, 'node_modules', '.bin');
const port = process.env['PORT'] || '3000';
const address = `http://localhost:${process.env['DEV_PORT'] || '5173'}`;
const env = {
  ...process.env,
  PORT: port,
  PUBLIC_URL: process.env['PUBLIC_URL'] || address,
  API_URL: `http://127.0.0.1:${port}`,
};

const children = [
  spawn(join(bin, 'tsx'), ['watch', '--clear-screen=false', 'src/app/main.ts'], {
    cwd: root,
    env,
    stdio: 'inherit',
  }),
  spawn(join(bin, 'vite'), [], { cwd: root, env, stdio: 'inherit' }),
];

/** @param {NodeJS.Signals} signal */
function killAll(signal) {
  for (const child of children) if (child.exitCode === null) child.kill(signal);
}

for (const child of children) {
  child.on('exit', (code) => {
    process.exitCode ??= code ?? 1;
    killAll('SIGTERM');
  });
}
// The terminal sends SIGINT to all three processes. This process ignores it and waits for the other two to end.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => killAll('SIGTERM'));

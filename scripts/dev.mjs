// `npm run dev`: the server, restarted on each change, and Vite's development server in front of it on
// http://localhost:5173. Ends when one of the two ends.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../node_modules/.bin/', import.meta.url));
const port = process.env['PORT'] ?? '3000';
const env = { ...process.env, PORT: port, API_URL: `http://127.0.0.1:${port}` };

const children = [
  spawn(join(bin, 'tsx'), ['watch', '--clear-screen=false', 'src/server/main.ts'], { env, stdio: 'inherit' }),
  spawn(join(bin, 'vite'), [], { env, stdio: 'inherit' }),
];

/** @param {NodeJS.Signals} signal */
function endAll(signal) {
  for (const child of children) if (child.exitCode === null) child.kill(signal);
}

for (const child of children) {
  child.on('exit', (code) => {
    process.exitCode ??= code ?? 1;
    endAll('SIGTERM');
  });
}
// The terminal sends SIGINT to all three; this one waits for the others.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => endAll('SIGTERM'));

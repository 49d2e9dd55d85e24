// The server of the browser tests: the built product on the data directory given, which is removed at the end.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

const dataDir = process.env['DATA_DIR'] ?? '';
const server = spawn(process.execPath, [join(root, 'dist', 'server', 'main.js')], { stdio: 'inherit' });
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => {
  if (dataDir.includes('portal-e2e-')) rmSync(dataDir, { recursive: true, force: true });
  process.exitCode = code ?? 1;
});

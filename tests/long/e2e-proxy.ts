import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { startBehindProxy } from './proxied.ts';

// The script of `npm run e2e:proxy`: runs the browser tests through nginx, against two processes that share a database
// and an S3 store. Takes Playwright's arguments, for example `-- booking.e2e.ts`. POOLED=1 adds PgBouncer.
const root = resolve(import.meta.dirname, '../..');
const portal = await startBehindProxy({
  hasDemoData: true,
  disposable: true,
  usesPooler: process.env['POOLED'] === '1',
});
const playwright = spawn(join(root, 'node_modules/.bin/playwright'), ['test', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, E2E_ADDRESS: portal.address, E2E_DATA_DIR: portal.folder },
});
// Ctrl-C reaches Playwright and this process, which must survive to clean up after Playwright has ended.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => playwright.kill('SIGTERM'));
const [code] = (await once(playwright, 'exit')) as [number | null];
const requests = portal
  .readAccessLog()
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as { upstream: string; status: number });
const countPerProcess = portal.processes.map(({ url }) => {
  const { host } = new URL(url);
  return requests.filter(({ upstream }) => upstream === host).length;
});
console.log(
  `${requests.length} requests passed through the proxy, ${countPerProcess.join(' and ')} of them to each process`,
);
await portal.stop();
process.exitCode = code ?? 1;

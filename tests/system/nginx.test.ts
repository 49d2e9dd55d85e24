import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../support/ports.ts';
import { bareEnvironment } from '../support/shifted-clock.ts';
import { readSource, root } from '../support/sources.ts';

const canRun = ['nginx', 'openssl', 'curl'].every((name) => spawnSync('which', [name]).status === 0);

/** Returns the commands of docs/operations.md that set nginx up. */
function readDocumentedCommands(): string {
  const blocks = [...readSource('docs/operations.md').matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
  const block = blocks.find((text) => text.includes('nginx-light'));
  if (block === undefined) throw new Error('docs/operations.md no longer says how to set nginx up');
  // The test runs these commands: others might change the machine of the test.
  for (const line of block.trim().replaceAll('\\\n', '').split('\n'))
    expect(line).toMatch(/^(apt-get|install|cp|nginx|certbot|ln) /);
  return block;
}

describe.runIf(canRun)('the documented commands for nginx', () => {
  /** The root of a machine on which the commands run: their absolute paths are below it. */
  let machine: string;
  let httpPort: number;
  let httpsPort: number;
  beforeAll(async () => {
    machine = mkdtempSync(join(tmpdir(), 'portal-nginx-'));
    chmodSync(machine, 0o755);
    [httpPort, httpsPort] = [await findFreePort(), await findFreePort()];
    for (const name of ['etc/nginx', 'etc/letsencrypt', 'var/log/nginx', 'var/www', 'run', 'bin', 'deploy'])
      mkdirSync(join(machine, name), { recursive: true });
    cpSync('/etc/nginx/mime.types', join(machine, 'etc/nginx/mime.types'));
    for (const name of ['nginx.acme.conf', 'nginx.conf', 'upstream.conf'])
      if (existsSync(join(root, 'deploy', name)))
        writeFileSync(join(machine, 'deploy', name), moveToMachine(readSource(`deploy/${name}`)));
    const nginx = spawnSync('which', ['nginx'], { encoding: 'utf8' }).stdout.trim();
    writeProgram('nginx', `exec ${nginx} -p ${machine} -c ${machine}/etc/nginx/nginx.conf "$@"`);
    const temporaryPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${machine}/run/${name};`,
    );
    writeFileSync(join(machine, 'etc/nginx/temporary-paths.conf'), temporaryPaths.join('\n'));
    writeProgram('apt-get', ':');
    writeProgram('systemctl', `if [ -s ${machine}/run/nginx.pid ]; then nginx -s reload; else nginx; fi && sleep 0.5`);
    // The authority asks for a file in the folder that --webroot names, and only then gives a certificate.
    writeProgram(
      'certbot',
      `while [ "$1" != -w ]; do shift; done
mkdir -p "$2/.well-known/acme-challenge" && echo answer > "$2/.well-known/acme-challenge/token"
[ "$(curl -s http://127.0.0.1:${httpPort}/.well-known/acme-challenge/token)" = answer ] || exit 9
mkdir -p ${machine}/etc/letsencrypt/live/portal && cd ${machine}/etc/letsencrypt/live/portal
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=portal \\
  -keyout privkey.pem -out fullchain.pem 2>/dev/null`,
    );
  });
  afterAll(() => {
    const pidFile = join(machine, 'run/nginx.pid');
    if (existsSync(pidFile)) process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGQUIT');
    rmSync(machine, { recursive: true });
  });

  function writeProgram(name: string, script: string): void {
    writeFileSync(join(machine, 'bin', name), `#!/bin/sh\nset -e\n${script}\n`, { mode: 0o755 });
  }

  /** Moves the absolute paths of a text below `machine`, and the ports of nginx to free ones of this machine alone. */
  function moveToMachine(text: string): string {
    return text
      .replaceAll(/(?<=[\s'])\/(?=(etc|var|run)\/)/g, `${machine}/`)
      .replaceAll(/listen \[::\]:.*/g, '')
      .replaceAll('listen 80 ', `listen 127.0.0.1:${httpPort} `)
      .replaceAll('listen 443 ', `listen 127.0.0.1:${httpsPort} `)
      .replace('http {', 'http {\n  include temporary-paths.conf;');
  }

  test('lead from no certificate to a portal behind TLS, whose certificate can be renewed', () => {
    const script = `set -eu\n${moveToMachine(readDocumentedCommands())}`;
    const run = (command: string) =>
      spawnSync('sh', ['-c', command], {
        cwd: machine,
        encoding: 'utf8',
        env: { ...bareEnvironment(), PATH: `${machine}/bin:${process.env['PATH']}` },
      });
    const { status, stderr } = run(script);
    expect(status, stderr).toBe(0);
    // No portal runs here: that is what nginx says then.
    expect(run(`curl -sk https://127.0.0.1:${httpsPort}/`).stdout).toContain('Gleich wieder da');
    expect(run(`curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:${httpPort}/booking`).stdout).toBe('308');
    expect(run(`certbot certonly --webroot -w ${machine}/var/www/acme`).status).toBe(0);
  });
});

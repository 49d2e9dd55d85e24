import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findInstalledBrowser } from '../../scripts/browser.mjs';
import { submitRegistration } from '../../src/features/accounts/registration/contract.ts';
import { servicePath } from '../../src/platform/http/calls/calls.ts';
import { createRegistrationForm } from '../support/registration.ts';
import { findFreePort } from '../support/ports.ts';
import { bareEnvironment } from '../support/shifted-clock.ts';

const root = resolve(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

describe('in a fresh clone', () => {
  let clone: string;
  let npmLog: string;
  /** The value of PATH, with which a shell finds only the npm of this test. */
  let pathVariable: string;
  beforeAll(() => {
    clone = mkdtempSync(join(tmpdir(), 'portal-clone-'));
    for (const name of ['package.json', 'package-lock.json', 'scripts', 'bench', 'src/shared'])
      cpSync(join(root, name), join(clone, name), { recursive: true });
    // This npm records its arguments and fails, as if it could not reach its registry.
    npmLog = join(clone, 'npm-log');
    mkdirSync(join(clone, 'bin'));
    const npm = join(clone, 'bin', 'npm');
    writeFileSync(npm, `#!/bin/sh\necho "$@" >> '${npmLog}'\necho 'npm error network' >&2\nexit 1\n`);
    chmodSync(npm, 0o755);
    pathVariable = [join(clone, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
  });
  afterAll(() => rmSync(clone, { recursive: true }));

  test.each(['start', 'test', 'build', 'dev', 'check', 'bench', 'size', 'long', 'e2e:proxy'])(
    'npm run %s installs the packages first, and ends if the installation fails',
    (name) => {
      rmSync(npmLog, { force: true });
      const env = { PATH: pathVariable, HOME: clone };
      const { status, stdout, stderr } = spawnSync('sh', ['-c', scripts[name] ?? ''], {
        cwd: clone,
        env,
        encoding: 'utf8',
      });
      expect(stdout).toBe('Installing the packages (npm ci) …\n');
      expect(stderr).toBe('npm error network\n');
      expect(readFileSync(npmLog, 'utf8')).toMatch(/^ci --include=dev /);
      expect(status).toBe(1);
    },
  );
});

test('without CHROMIUM_PATH, a single browser test runs in the same browser as npm test', async () => {
  delete process.env['CHROMIUM_PATH'];
  const browser = await findInstalledBrowser();
  const { default: config } = (await import(pathToFileURL(join(root, 'playwright.config.ts')).href)) as {
    default: { use: { launchOptions: { executablePath?: string } } };
  };
  expect(config.use.launchOptions.executablePath).toBe(browser);
  expect(spawnSync(browser ?? '', ['--version'], { encoding: 'utf8' }).stdout).toMatch(/chrom/i);
});

test('npm run dev prints the address to open, and the links in its mails start with this address', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-dev-'));
  const [devPort, port] = [await findFreePort(), await findFreePort()];
  const address = `http://localhost:${devPort}`;
  const child = spawn(process.execPath, [join(root, 'scripts/dev.mjs')], {
    cwd: dataDir,
    env: {
      ...bareEnvironment(),
      HOME: dataDir,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      DEV_PORT: String(devPort),
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = new Promise((done) => child.once('exit', done));
  const waitOptions = { timeout: 60_000, interval: 100 };
  try {
    await vi.waitFor(() => expect(output).toContain('The portal is ready'), waitOptions);
    expect(output).toContain(`The portal is ready: ${address}\n`);
    await vi.waitFor(async () => expect((await fetch(`${address}/healthz`)).status).toBe(200), waitOptions);
    const response = await fetch(address + servicePath(submitRegistration), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(createRegistrationForm('anna@test.example', 1)),
    });
    expect(await response.json()).toMatchObject({ meta: { status: 'success' } });
    // A mail that is still being written has another ending. The demo data's people may receive reminders meanwhile.
    const findMails = () =>
      readdirSync(join(dataDir, 'mails'))
        .filter((name) => name.endsWith('.eml'))
        .map((name) => readFileSync(join(dataDir, 'mails', name), 'utf8'))
        .filter((mail) => mail.includes('To: anna@test.example'));
    await vi.waitFor(() => expect(findMails()).toHaveLength(1), waitOptions);
    const [mail = ''] = findMails();
    const text = mail.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    const [link = ''] = /http:\/\/localhost:\d+\/registrierung-bestaetigen\?token=\w+/.exec(text) ?? [];
    expect(link).toMatch(address);
    const page = await fetch(link, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain('<div id="root">');
    // The URLs of calendars are not pages of the browser app: the server itself responds to them.
    expect((await fetch(`${address}/kalender/unknown.ics`)).headers.get('content-type')).not.toContain('html');
  } finally {
    child.kill('SIGTERM');
    await exited;
    rmSync(dataDir, { recursive: true, force: true });
  }
});

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { s3Keys } from '../support/s3-signature.ts';
import { startS3Store } from '../support/s3-store.ts';
import { startSmtp } from '../support/smtp.ts';
import { startEmbedded } from '../../src/platform/postgres/embedded.ts';
import { waitUntilReady, startBuiltPortal, type StartedPortal } from '../support/built-portal.ts';
import { startPooler } from './pooler.ts';
import { findFreePorts, waitUntilListening } from '../support/ports.ts';

const root = resolve(import.meta.dirname, '../..');

/** Options of `startBehindProxy`. */
export interface ProxyOptions {
  /** The number of portal processes. */
  processCount?: number;
  /** Whether to add the demo data. */
  hasDemoData?: boolean;
  /** Whether the database may lose data in a power cut; this makes it faster. */
  disposable?: boolean;
  /** Whether calls use the database through PgBouncer in transaction mode, as described in docs/operations.md. */
  usesPooler?: boolean;
  /** Further environment variables of the portal processes. */
  env?: Record<string, string>;
}

/**
 * Starts the portal on this machine as described in docs/operations.md: processes without a shared disk, one
 * PostgreSQL, an S3 store and a mail server, behind Debian's nginx with deploy/nginx.conf and a new certificate.
 * Returns the addresses, and functions that stop and start the processes. Throws a one-line error if nginx, openssl or
 * the build is missing.
 */
export async function startBehindProxy({
  processCount = 2,
  hasDemoData = false,
  disposable = false,
  usesPooler = false,
  env = {},
}: ProxyOptions = {}) {
  const nginx = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find(existsSync);
  if (!nginx) throw new Error('nginx is not installed: apt-get install nginx-light.');
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'portal-proxied-')));
  chmodSync(folder, 0o711);
  const mailFolder = join(folder, 'mails');
  mkdirSync(mailFolder);
  const runningPortals: StartedPortal[] = [];
  // The database is in this folder, because the browser tests that insert past appointments expect it there.
  const database = await startEmbedded({ dataDir: folder, log: () => {}, disposable });
  const pooler = usesPooler ? await startPooler(folder, database.url) : null;
  const store = await startS3Store(join(folder, 'objects'));
  const smtp = await startSmtp();
  smtp.state.beforeAnswer = async (bytes) =>
    writeFileSync(join(mailFolder, `${smtp.state.received.length}.eml`), bytes);
  const [port = 0, httpPort = 0, ...processPorts] = await findFreePorts(processCount + 2);
  const address = `https://127.0.0.1:${port}`;

  const secondFactorKey = randomBytes(32).toString('hex');

  const startPortalProcess = async (index: number): Promise<StartedPortal> => {
    const portal = await startBuiltPortal({
      PORT: String(processPorts[index]),
      PUBLIC_URL: address,
      TRUST_PROXY: 'loopback',
      DRAIN_SECONDS: '5',
      LOG_LEVEL: 'info',
      DATABASE_URL: database.url,
      DATABASE_MIGRATE_URL: database.migrateUrl,
      SECOND_FACTOR_KEY: secondFactorKey,
      ...(pooler && { DATABASE_URL: pooler.url, DATABASE_JOBS_URL: database.url }),
      DATA_DIR: join(folder, `process-${index}`),
      FILE_STORE_URL: `s3://documents?endpoint=http://127.0.0.1:${store.port}&region=eu-central-1`,
      ...s3Keys,
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      DEMO: hasDemoData && index === 0 ? '1' : '0',
      RATE_LIMIT_FACTOR: '1000',
      ...env,
    });
    await waitUntilReady(portal);
    return portal;
  };

  const stopAll = async (): Promise<void> => {
    await Promise.all(runningPortals.map((portal) => endPortal(portal, 'SIGTERM')));
    await Promise.all([store.close(), smtp.close(), pooler?.stop()]);
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  };

  // The first process migrates the database and adds the demo data.
  for (let index = 0; index < processCount; index++) runningPortals.push(await startPortalProcess(index));
  makeCertificate(folder);
  writeFileSync(join(folder, 'upstream.conf'), createUpstreamConfiguration(processPorts));
  writeFileSync(join(folder, 'nginx.conf'), createNginxConfiguration(folder, port, httpPort));
  const proxy = spawn(nginx, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], {
    stdio: 'inherit',
  });
  await waitUntilListening(port).catch(async (error: unknown) => {
    await stopAll();
    throw error;
  });

  return {
    address,
    /** The http address, which redirects to https. */
    httpAddress: `http://127.0.0.1:${httpPort}`,
    /** The folder that contains the folder `mails`, with one file for each mail. */
    folder,
    ownerUrl: database.migrateUrl,
    processes: runningPortals,
    /** The id of nginx’s main process. */
    proxyPid: proxy.pid ?? 0,
    /** Returns the text of the proxy's access log so far. */
    readAccessLog: () => readFileSync(join(folder, 'access.log'), 'utf8'),
    /** Ends a process with a signal, without notice to the proxy. */
    endProcess: (index: number, signal: NodeJS.Signals) => endPortal(runningPortals[index], signal),
    /** Starts a process that replaces an ended one; resolves when it is ready. */
    async startProcess(index: number): Promise<void> {
      runningPortals[index] = await startPortalProcess(index);
    },
    async stop() {
      await endChild(proxy, 'SIGTERM');
      await stopAll();
    },
  };
}

const endPortal = async (portal: StartedPortal | undefined, signal: NodeJS.Signals) =>
  portal && endChild(portal.child, signal);

async function endChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill(signal);
  await ended;
}

/**
 * Returns deploy/nginx.conf with the ports, names and paths of this run. Throws if a text to be replaced is missing in
 * the file.
 */
function createNginxConfiguration(folder: string, port: number, httpPort: number): string {
  const temporaryPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/t-${name};`,
  );
  return replaceTexts(readFileSync(join(root, 'deploy/nginx.conf'), 'utf8'), [
    ['pid /run/nginx.pid;', `pid ${folder}/nginx.pid;`],
    ['/var/log/nginx/error.log', `${folder}/error.log`],
    ['/var/log/nginx/access.log', `${folder}/access.log`],
    ['include mime.types;', `include /etc/nginx/mime.types;\n  ${temporaryPaths.join('\n  ')}`],
    ['listen 80 default_server;', `listen 127.0.0.1:${httpPort} default_server;`],
    ['listen [::]:80 default_server;', ''],
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    ['listen [::]:443 ssl http2 default_server;', ''],
    ['https://portal.provider.example$', `https://127.0.0.1:${port}$`],
    ['/etc/nginx/tls/portal.crt', `${folder}/portal.crt`],
    ['/etc/nginx/tls/portal.key', `${folder}/portal.key`],
  ]);
}

function createUpstreamConfiguration(ports: number[]): string {
  const serverLine = (port: number | undefined) => `server 127.0.0.1:${port} max_fails=0;`;
  return replaceTexts(readFileSync(join(root, 'deploy/upstream.conf'), 'utf8'), [
    [serverLine(3001), ports.map(serverLine).join('\n  ')],
    [serverLine(3002), ''],
  ]);
}

function replaceTexts(text: string, replacements: [string, string][]): string {
  return replacements.reduce((changedText, [from, to]) => {
    if (!changedText.includes(from)) throw new Error(`deploy/ no longer contains '${from}'`);
    return changedText.replace(from, to);
  }, text);
}

function makeCertificate(folder: string): void {
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost'];
  const files = ['-keyout', join(folder, 'portal.key'), '-out', join(folder, 'portal.crt')];
  execFileSync('openssl', [...args, ...names, ...files], { stdio: ['ignore', 'ignore', 'ignore'] });
}

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
import { runS3, s3Keys } from '../src/files/testing-s3-store.ts';
import { startSmtp } from '../src/mail/testing.ts';
import { startEmbedded } from '../src/server/postgres.ts';
import { startPooler } from './pooler.ts';
import { freePorts, untilTaken } from './ports.ts';

const root = resolve(import.meta.dirname, '..');
const built = join(root, 'dist/server/main.js');

/** One process of the portal behind the proxy. */
export interface Behind {
  child: ChildProcess;
  /** Where it listens itself. */
  address: string;
  /** All that it has said so far. */
  said: string;
}

/** What `startProxied` may be told. */
export interface ProxiedOptions {
  processes?: number;
  /** Fill in the demo. */
  demo?: boolean;
  /** A power cut may lose data; faster. */
  disposable?: boolean;
  /** Calls reach the database through PgBouncer in transaction mode, as docs/operations.md has it. */
  pooled?: boolean;
  env?: Record<string, string>;
}

/**
 * The portal as docs/operations.md has it, on this machine: processes without a disk in common, one PostgreSQL, an S3 store and a mail
 * server, behind Debian's nginx with deploy/nginx.conf and a certificate made here. Throws one line where nginx, openssl or the
 * build are missing.
 */
export async function startProxied({
  processes = 2,
  demo = false,
  disposable = false,
  pooled = false,
  env = {},
}: ProxiedOptions = {}) {
  const nginx = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find(existsSync);
  if (!nginx) throw new Error('There is no nginx: apt-get install nginx-light.');
  if (!existsSync(built)) throw new Error('There is no build: npm run build.');
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'portal-proxied-')));
  chmodSync(folder, 0o711);
  const mails = join(folder, 'mails');
  mkdirSync(mails);
  const running: Behind[] = [];
  // Where journeys look for it that write a past into it.
  const database = await startEmbedded({ dataDir: folder, log: () => {}, disposable });
  const pooler = pooled ? await startPooler(folder, database.url) : null;
  const store = await runS3(join(folder, 'objects'));
  const smtp = await startSmtp();
  smtp.state.beforeAnswer = async (bytes) => writeFileSync(join(mails, `${smtp.state.received.length}.eml`), bytes);
  const ports = await freePorts(processes + 2);
  const [port = 0, plainPort = 0, ...own] = ports;
  const address = `https://127.0.0.1:${port}`;

  const secondFactorKey = randomBytes(32).toString('hex');

  const startOne = async (index: number): Promise<Behind> => {
    const ownPort = String(own[index]);
    const child = spawn(process.execPath, [built], {
      env: {
        PATH: process.env['PATH'],
        ...{ PORT: ownPort, HOST: '127.0.0.1', PUBLIC_URL: address, TRUST_PROXY: 'loopback', DRAIN_SECONDS: '5' },
        ...{ DATABASE_URL: database.url, DATABASE_MIGRATE_URL: database.migrateUrl },
        SECOND_FACTOR_KEY: secondFactorKey,
        ...(pooler && { DATABASE_URL: pooler.url, DATABASE_JOBS_URL: database.url }),
        DATA_DIR: join(folder, `process-${index}`),
        FILE_STORE_URL: `s3://documents?endpoint=http://127.0.0.1:${store.port}&region=eu-central-1`,
        ...s3Keys,
        SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
        ...{ DEMO: demo && index === 0 ? '1' : '0', RATE_LIMIT_FACTOR: '1000' },
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const one: Behind = { child, address: `http://127.0.0.1:${ownPort}`, said: '' };
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (one.said += String(chunk)));
    await ready(one);
    return one;
  };

  const stopAll = async (): Promise<void> => {
    await Promise.all(running.map((one) => end(one, 'SIGTERM')));
    await Promise.all([store.close(), smtp.close(), pooler?.stop()]);
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  };

  // The first one migrates and fills in the demo.
  for (let index = 0; index < processes; index++) running.push(await startOne(index));
  makeCertificate(folder);
  writeFileSync(join(folder, 'upstream.conf'), upstreamOf(own));
  writeFileSync(join(folder, 'nginx.conf'), configurationOf(folder, port, plainPort));
  const proxy = spawn(nginx, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], {
    stdio: 'inherit',
  });
  await untilTaken(port).catch(async (error: unknown) => {
    await stopAll();
    throw error;
  });

  return {
    address,
    /** Where http is served, to lead people to https. */
    plainAddress: `http://127.0.0.1:${plainPort}`,
    /** The folder with `mails`, one file each. */
    folder,
    ownerUrl: database.migrateUrl,
    processes: running,
    /** The number of nginx’s main process. */
    proxyPid: proxy.pid ?? 0,
    /** The proxy's log so far. */
    accessLog: () => readFileSync(join(folder, 'access.log'), 'utf8'),
    /** Ends one process by a signal; the proxy finds out by itself. */
    end: (index: number, signal: NodeJS.Signals) => end(running[index], signal),
    /** Starts a process in the place of one that ended; resolves when it is ready. */
    async start(index: number): Promise<void> {
      running[index] = await startOne(index);
    },
    async stop() {
      await endChild(proxy, 'SIGTERM');
      await stopAll();
    },
  };
}

async function ready(one: Behind): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    if ((await fetch(`${one.address}/readyz`).catch(() => null))?.ok) return;
    if (one.child.exitCode !== null) break;
    await new Promise((later) => setTimeout(later, 50));
  }
  throw new Error(`a process did not start: ${one.said}`);
}

const end = async (one: Behind | undefined, signal: NodeJS.Signals) => one && endChild(one.child, signal);

async function endChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill(signal);
  await ended;
}

/** deploy/nginx.conf with nothing changed but ports, names and places; throws where one of them is not there any more. */
function configurationOf(folder: string, port: number, plainPort: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (what) => `${what}_temp_path ${folder}/t-${what};`,
  );
  return replaced(readFileSync(join(root, 'deploy/nginx.conf'), 'utf8'), [
    ['pid /run/nginx.pid;', `pid ${folder}/nginx.pid;`],
    ['/var/log/nginx/error.log', `${folder}/error.log`],
    ['/var/log/nginx/access.log', `${folder}/access.log`],
    ['include mime.types;', `include /etc/nginx/mime.types;\n  ${temporary.join('\n  ')}`],
    ['listen 80 default_server;', `listen 127.0.0.1:${plainPort} default_server;`],
    ['listen [::]:80 default_server;', ''],
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    ['listen [::]:443 ssl http2 default_server;', ''],
    ['https://portal.provider.example$', `https://127.0.0.1:${port}$`],
    ['/etc/nginx/tls/portal.crt', `${folder}/portal.crt`],
    ['/etc/nginx/tls/portal.key', `${folder}/portal.key`],
  ]);
}

function upstreamOf(ports: number[]): string {
  const server = (port: number | undefined) => `server 127.0.0.1:${port} max_fails=0;`;
  return replaced(readFileSync(join(root, 'deploy/upstream.conf'), 'utf8'), [
    [server(3001), ports.map(server).join('\n  ')],
    [server(3002), ''],
  ]);
}

function replaced(text: string, pairs: [string, string][]): string {
  return pairs.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`deploy/ does not say '${from}' any more`);
    return changed.replace(from, to);
  }, text);
}

function makeCertificate(folder: string): void {
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost'];
  const files = ['-keyout', join(folder, 'portal.key'), '-out', join(folder, 'portal.crt')];
  execFileSync('openssl', [...args, ...names, ...files], { stdio: ['ignore', 'ignore', 'ignore'] });
}

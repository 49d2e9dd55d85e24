import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A proxy in front of a database that can drop the database's answers. */
export interface DatabaseProxy {
  /** The database's URL through the proxy. */
  url: string;
  /** Lets the database execute the next commit, drops its answer and closes the connection. */
  loseNextCommit(): void;
  close(): void;
}

/** Opens a proxy to the database of `url`, over a Unix socket or over TCP. */
export async function openDatabaseProxy(url: string): Promise<DatabaseProxy> {
  const target = new URL(url);
  const port = Number(target.port || 5432);
  const host = target.searchParams.get('host') ?? target.hostname;
  const folder = mkdtempSync(join(tmpdir(), 'portal-proxy-'));
  const sockets = new Set<Socket>();
  let losing = false;

  const server = createServer((client) => {
    const database = host.startsWith('/') ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host);
    let lost = false;
    const end = () => {
      client.destroy();
      database.destroy();
    };
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', end).on('close', end);
    }
    client.on('data', (bytes: Buffer) => {
      if (losing && bytes.includes('commit\0')) {
        losing = false;
        lost = true;
      }
      database.write(bytes);
    });
    database.on('data', (bytes: Buffer) => {
      // The answer shows that the database has executed the commit.
      if (lost) end();
      else client.write(bytes);
    });
  });
  await new Promise<void>((done) => server.listen(join(folder, '.s.PGSQL.5432'), done));
  target.hostname = 'localhost';
  target.port = '5432';
  target.searchParams.set('host', folder);
  return {
    url: target.toString(),
    loseNextCommit() {
      losing = true;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

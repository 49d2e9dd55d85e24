import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A way to a database that can lose answers. */
export interface DatabaseProxy {
  /** The database's URL by this way. */
  url: string;
  /** The next commit reaches the database, which does it; its answer does not come back, and the connection ends. */
  loseNextCommit(): void;
  close(): void;
}

/** Opens a way to the database of `url`, over a Unix socket or over TCP. */
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
      // What comes back now says that the commit is done.
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

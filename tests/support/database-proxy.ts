import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A proxy between a portal and its database that can hold and drop responses of the database. */
export interface DatabaseProxy {
  /** The URL with which a portal reaches the database through the proxy. */
  url: string;
  /** Lets the database execute the next commit, then drops its response and closes the connection. */
  dropNextCommitResponse(): void;
  /**
   * Lets the database execute the next statement that contains `text`, but holds its response. Resolves when the
   * statement was sent, to a function that closes its connection.
   */
  holdNextResponse(text: string): Promise<() => void>;
  close(): void;
}

/** Opens a proxy to the database at `url`, which it reaches over a Unix socket or over TCP. */
export async function openDatabaseProxy(url: string): Promise<DatabaseProxy> {
  const target = new URL(url);
  const port = Number(target.port || 5432);
  const host = target.searchParams.get('host') ?? target.hostname;
  const folder = mkdtempSync(join(tmpdir(), 'portal-proxy-'));
  const sockets = new Set<Socket>();
  let dropsNextCommitResponse = false;
  let nextHeld: { text: string; onSent: (closeConnections: () => void) => void } | undefined;

  const server = createServer((client) => {
    const database = host.startsWith('/') ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host);
    let dropsResponse = false;
    let holdsResponses = false;
    const closeConnections = () => {
      client.destroy();
      database.destroy();
    };
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', closeConnections).on('close', closeConnections);
    }
    client.on('data', (bytes: Buffer) => {
      if (dropsNextCommitResponse && bytes.includes('commit\0')) {
        dropsNextCommitResponse = false;
        dropsResponse = true;
      }
      if (nextHeld && bytes.includes(nextHeld.text)) {
        holdsResponses = true;
        nextHeld.onSent(closeConnections);
        nextHeld = undefined;
      }
      database.write(bytes);
    });
    database.on('data', (bytes: Buffer) => {
      // Once the database responds, it has executed the commit.
      if (dropsResponse) closeConnections();
      else if (!holdsResponses) client.write(bytes);
    });
  });
  await new Promise<void>((done) => server.listen(join(folder, '.s.PGSQL.5432'), done));
  target.hostname = 'localhost';
  target.port = '5432';
  target.searchParams.set('host', folder);
  return {
    url: target.toString(),
    dropNextCommitResponse() {
      dropsNextCommitResponse = true;
    },
    holdNextResponse: (text) => new Promise((onSent) => (nextHeld = { text, onSent })),
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openProxy, type ConnectionHandler, type ProxiedConnection } from './proxy.ts';

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
  let dropsNextCommitResponse = false;
  let nextHeld: { text: string; onSent: (closeConnection: () => void) => void } | undefined;
  const proxy = await proxyDatabase(url, ({ sendToServer, sendToClient, close }) => {
    let dropsResponse = false;
    let holdsResponses = false;
    return {
      onRequest(bytes) {
        if (dropsNextCommitResponse && bytes.includes('commit\0')) {
          dropsNextCommitResponse = false;
          dropsResponse = true;
        }
        if (nextHeld && bytes.includes(nextHeld.text)) {
          holdsResponses = true;
          nextHeld.onSent(close);
          nextHeld = undefined;
        }
        sendToServer(bytes);
      },
      onResponse(bytes) {
        // Once the database responds, it has executed the commit.
        if (dropsResponse) close();
        else if (!holdsResponses) sendToClient(bytes);
      },
    };
  });
  return {
    ...proxy,
    dropNextCommitResponse() {
      dropsNextCommitResponse = true;
    },
    holdNextResponse: (text) => new Promise((onSent) => (nextHeld = { text, onSent })),
  };
}

/**
 * Opens a proxy to the database at `url`, which it reaches over a Unix socket or over TCP. `accept` returns the handler
 * of a new connection.
 */
export async function proxyDatabase(
  url: string,
  accept: (connection: ProxiedConnection) => ConnectionHandler,
): Promise<{ url: string; close(): void }> {
  const target = new URL(url);
  const port = Number(target.port || 5432);
  const host = target.searchParams.get('host') ?? target.hostname;
  const folder = mkdtempSync(join(tmpdir(), 'portal-proxy-'));
  const proxy = await openProxy(
    host.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port },
    { path: join(folder, '.s.PGSQL.5432') },
    accept,
  );
  target.hostname = 'localhost';
  target.port = '5432';
  target.searchParams.set('host', folder);
  return {
    url: target.toString(),
    close() {
      proxy.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

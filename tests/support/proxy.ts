import { createServer, connect, type ListenOptions, type NetConnectOpts, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A connection through a proxy. */
export interface ProxiedConnection {
  sendToServer: (bytes: Buffer) => void;
  sendToClient: (bytes: Buffer) => void;
  /** Closes the connections to the client and to the server. */
  close: () => void;
}

/** What a proxy does with the bytes of one connection. Nothing is passed on by itself. */
export interface ConnectionHandler {
  onRequest(bytes: Buffer): void;
  onResponse(bytes: Buffer): void;
}

/** A running proxy. `port` is 0 if it listens on a Unix socket. */
export interface ConnectionProxy {
  port: number;
  /** Closes all connections and accepts no more. */
  close(): void;
}

/** Opens a proxy that connects to `target` for each client. `accept` returns the handler of a new connection. */
export async function openProxy(
  target: NetConnectOpts,
  listenAt: ListenOptions,
  accept: (connection: ProxiedConnection) => ConnectionHandler,
): Promise<ConnectionProxy> {
  const sockets = new Set<Socket>();
  // Without `noDelay`, small pieces of a request would wait for the receipt of the pieces before.
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ ...target, noDelay: true });
    const close = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', close).on('close', () => {
        sockets.delete(socket);
        close();
      });
    }
    const handler = accept({
      sendToServer: (bytes) => void upstream.write(bytes),
      sendToClient: (bytes) => void client.write(bytes),
      close,
    });
    client.on('data', (bytes: Buffer) => handler.onRequest(bytes));
    upstream.on('data', (bytes: Buffer) => handler.onResponse(bytes));
  });
  await new Promise<void>((done) => server.listen(listenAt, done));
  const address = server.address() as AddressInfo | string;
  return {
    port: typeof address === 'string' ? 0 : address.port,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

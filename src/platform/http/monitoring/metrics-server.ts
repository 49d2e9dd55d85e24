import { createServer } from 'node:http';

/**
 * Serves the metrics to Prometheus: `GET /metrics` on a port of its own, which no proxy forwards to. `read` returns the
 * text. Rejects if the port is taken.
 */
export async function serveMetrics(
  { port, host }: { port: number; host: string },
  read: () => Promise<string>,
): Promise<{ close(): void }> {
  const server = createServer((request, response) => {
    const isMetricsRequest = request.method === 'GET' && request.url?.split('?')[0] === '/metrics';
    if (!isMetricsRequest) return void response.writeHead(404).end();
    read().then(
      (text) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      () => response.writeHead(503).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

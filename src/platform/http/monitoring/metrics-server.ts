import { createServer } from 'node:http';

/**
 * Serves the metrics for Prometheus at `GET /metrics`. They have their own port, so that a proxy in front of the portal
 * does not publish them. `readMetrics` returns their text. Rejects if the port is already in use.
 */
export async function serveMetrics(
  { port, host }: { port: number; host: string },
  readMetrics: () => Promise<string>,
): Promise<{ close(): void }> {
  const server = createServer((request, response) => {
    const isMetricsRequest = request.method === 'GET' && request.url?.split('?')[0] === '/metrics';
    if (!isMetricsRequest) return void response.writeHead(404).end();
    readMetrics().then(
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

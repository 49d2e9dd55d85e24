import { Agent, request } from 'node:http';

/** What a load run showed. Latencies in milliseconds, as the client saw them. */
export interface Load {
  requests: number;
  failed: number;
  perSecond: number;
  p50: number;
  p99: number;
  max: number;
}

/** One request of a run: the path, and the JSON body of a POST; without a body it is a GET. */
export interface Shot {
  path: string;
  body?: object;
}

/**
 * Sends requests over so many kept-alive connections, each with one request under way at a time. `next` gives the
 * requests, undefined ends the run; so do `seconds`, where they are given. Every answer but HTTP 200 counts as failed.
 */
export async function load(
  address: string,
  connections: number,
  next: () => Shot | undefined,
  seconds = Infinity,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const latencies: number[] = [];
  let failed = 0;
  const started = performance.now();
  const end = started + seconds * 1000;
  const worker = async () => {
    for (let shot = next(); shot && performance.now() < end; shot = next()) {
      const sent = performance.now();
      if ((await fire(agent, address, shot)) !== 200) failed++;
      latencies.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const took = (performance.now() - started) / 1000;
  agent.destroy();
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? NaN;
  return {
    requests: latencies.length,
    failed,
    perSecond: Math.round(latencies.length / took),
    p50: round(at(0.5)),
    p99: round(at(0.99)),
    max: round(at(1)),
  };
}

/** Sends one request, reads the whole answer and tells its status. */
function fire(agent: Agent, address: string, { path, body }: Shot): Promise<number> {
  return new Promise((resolve, reject) => {
    const content = body && JSON.stringify(body);
    const sent = request(address + path, {
      agent,
      method: content ? 'POST' : 'GET',
      headers: content ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) } : {},
    });
    sent.once('error', reject);
    sent.once('response', (response) => {
      response.once('error', reject);
      response.once('end', () => resolve(response.statusCode ?? 0));
      response.resume();
    });
    sent.end(content);
  });
}

const round = (milliseconds: number) => Math.round(milliseconds * 10) / 10;

import { createHmac, timingSafeEqual } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

// The program of a receiver of webhooks, which tests kill. It takes up to 30 ms for a message, appends it to a file as
// a line of JSON, and takes up to 20 ms more to answer 204: so a kill always finds a message on its way. It keeps
// nothing for which nobody waits any more, and answers every thirtieth message with 503 without keeping it.
const [port = '', file = '', secret = ''] = process.argv.slice(2);
const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
let count = 0;

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  const number = ++count;
  await sleep((number % 4) * 10);
  if (request.socket.destroyed) return;
  if (number % 30 === 0) return void response.writeHead(503).end();
  const message = { id: request.headers['webhook-id'], isSigned: isSigned(request.headers, body) };
  appendFileSync(file, `${JSON.stringify({ ...message, event: JSON.parse(body) as unknown })}\n`);
  await sleep((number % 3) * 10);
  response.writeHead(204).end();
}

/** Whether the signature of a message is right, and its time is of the last five minutes. */
function isSigned(headers: IncomingHttpHeaders, body: string): boolean {
  const [id, timestamp] = ['id', 'timestamp'].map((name) => String(headers[`webhook-${name}`]));
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const [expected, sent] = [`v1,${digest}`, String(headers['webhook-signature'])].map((name) => Buffer.from(name));
  if (!expected || !sent || sent.length !== expected.length || !timingSafeEqual(sent, expected)) return false;
  return Math.abs(Date.now() / 1000 - Number(timestamp)) < 300;
}

createServer((request, response) => {
  // A message that breaks off is sent again.
  receive(request, response).catch(() => response.destroy());
}).listen(Number(port), '127.0.0.1');

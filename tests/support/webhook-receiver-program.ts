import { createHmac, timingSafeEqual } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

// The program of a receiver of webhooks, which tests kill. It appends each message to a file as a line of JSON, before
// it answers 204. It answers every thirtieth message with 503, without keeping it.
const [port = '', file = '', secret = ''] = process.argv.slice(2);
const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
let count = 0;
createServer((request, response) => {
  void text(request).then((body) => {
    if (++count % 30 === 0) return response.writeHead(503).end();
    const [id, timestamp] = ['id', 'timestamp'].map((name) => String(request.headers[`webhook-${name}`]));
    const expected = Buffer.from(
      `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
    );
    const sent = Buffer.from(String(request.headers['webhook-signature']));
    const isSigned =
      sent.length === expected.length &&
      timingSafeEqual(sent, expected) &&
      Math.abs(Date.now() / 1000 - Number(timestamp)) < 300;
    appendFileSync(file, `${JSON.stringify({ id, isSigned, event: JSON.parse(body) as unknown })}\n`);
    return response.writeHead(204).end();
  });
}).listen(Number(port), '127.0.0.1');

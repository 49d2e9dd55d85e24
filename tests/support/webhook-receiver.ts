import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message that the receiver got. */
export interface ReceivedMessage {
  path: string;
  headers: IncomingHttpHeaders;
  /** The body as it was sent. */
  text: string;
  body: { type: string; timestamp: string; data: Record<string, unknown> };
}

/** Starts a receiver of webhooks on the loopback address. It answers 204 unless `answer` is replaced. */
export async function openWebhookReceiver() {
  const messages: ReceivedMessage[] = [];
  let connectionCount = 0;
  const receiver = {
    messages,
    url: '',
    /** How many connections it got. */
    connectionCount: () => connectionCount,
    answer: (response: ServerResponse): void => void response.writeHead(204).end(),
    /** Answers with this status from now on. */
    answerWith(status: number, headers: Record<string, string> = {}): void {
      receiver.answer = (response) => void response.writeHead(status, headers).end();
    },
    types: () => messages.map(({ body }) => body.type),
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer((request, response) => {
    void readText(request).then((text) => {
      const body = JSON.parse(text) as ReceivedMessage['body'];
      messages.push({ path: request.url ?? '', headers: request.headers, text, body });
      receiver.answer(response);
    });
  });
  server.on('connection', () => connectionCount++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/portal`;
  return receiver;
}

export type WebhookReceiver = Awaited<ReturnType<typeof openWebhookReceiver>>;

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

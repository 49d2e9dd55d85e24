import type { FastifyInstance } from 'fastify';

/**
 * Serves the frame of the support chat (`/chat-frame`). It is the only page that may load anything from another host:
 * the script that the provider has configured. `sandbox` without `allow-same-origin` gives the frame its own origin,
 * even if it is opened directly, so that the script cannot read the portal's storage, cookies or pages.
 */
export function registerChatFrame(fastify: FastifyInstance, scriptUrl: string | null): void {
  fastify.get('/chat-frame', (_request, reply) => {
    if (!scriptUrl) return reply.callNotFound();
    const { origin, host } = new URL(scriptUrl);
    const policy = [
      "default-src 'none'",
      `script-src ${origin}`,
      `style-src ${origin} 'unsafe-inline'`,
      `img-src ${origin} data:`,
      `font-src ${origin}`,
      `connect-src ${origin} wss://${host}`,
      `frame-src ${origin}`,
      `form-action ${origin}`,
      "base-uri 'none'",
      "frame-ancestors 'self'",
      'sandbox allow-scripts allow-forms allow-popups',
    ].join('; ');
    // x-frame-options would keep the portal's own pages from embedding the frame, and browsers refuse a sandboxed page
    // with an opener policy. The other strict headers stay.
    for (const header of ['x-frame-options', 'cross-origin-opener-policy']) reply.removeHeader(header);
    return reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Support-Chat</title></head>` +
          `<body><script src="${escapeAttribute(scriptUrl)}" async></script></body></html>`,
      );
  });
}

function escapeAttribute(text: string): string {
  return text.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}

import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Download } from '../../../shared/call.ts';

/** Sends a document as an attachment, which browsers save and do not interpret. */
export function sendDownload(reply: FastifyReply, file: Download): FastifyReply {
  if (file.size !== undefined) void reply.header('content-length', file.size);
  return (
    reply
      .header('content-type', 'application/octet-stream')
      .header('content-disposition', contentDisposition(file.name))
      // A stream is sent as it is, so that it is closed even if the caller hangs up before its first byte.
      .send(file.bytes instanceof Readable ? file.bytes : Readable.from(file.bytes, { objectMode: false }))
  );
}

/** RFC 6266: a plain name for old clients, and the true name in UTF-8 (RFC 8187). */
export function contentDisposition(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%]/g, '_');
  const utf8 = encodeURIComponent(name.replace(/\p{Cs}/gu, '_')).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${utf8}`;
}

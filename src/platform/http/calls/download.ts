import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Download } from '../../../shared/call.ts';

/** Sends a file as an attachment, which browsers save instead of displaying it. */
export function sendDownload(reply: FastifyReply, file: Download): FastifyReply {
  if (file.size !== undefined) void reply.header('content-length', file.size);
  return (
    reply
      .header('content-type', 'application/octet-stream')
      .header('content-disposition', contentDisposition(file.name))
      // A stream is not wrapped, so that it is closed even if the caller hangs up before the first byte.
      .send(file.bytes instanceof Readable ? file.bytes : Readable.from(file.bytes, { objectMode: false }))
  );
}

/**
 * Returns the value of the Content-Disposition header (RFC 6266): an ASCII name for old clients, and the full name in
 * UTF-8 (RFC 8187).
 */
export function contentDisposition(name: string): string {
  const asciiName = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%]/g, '_');
  const utf8Name = encodeURIComponent(name.replace(/\p{Cs}/gu, '_')).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${asciiName}"; filename*=UTF-8''${utf8Name}`;
}

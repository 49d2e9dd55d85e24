import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PublicPortal } from '../portal/public.ts';

/** A document as it goes over the wire, made when it is first asked for. */
interface Ready {
  etag: string;
  bodies: Record<'br' | 'gzip' | 'identity', Buffer>;
}

/**
 * Answers pages with the documents of a build (`scripts/door.ts`), completed with the provider's name and links: what
 * stands in the footer can be read and pressed before any script has run.
 */
export async function openDocuments(webRoot: string, portal: PublicPortal) {
  const folder = resolve(webRoot, 'documents');
  const files = existsSync(folder) ? await readdir(folder) : [];
  const documents = new Map<string, string>();
  for (const file of files.filter((name) => name.endsWith('.html')))
    documents.set(basename(file, '.html'), complete(await readFile(resolve(folder, file), 'utf8'), portal));
  const ready = new Map<string, Ready>();

  return function sendDocument(path: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const name = nameOf(path);
    const known = documents.has(name) ? name : '_unknown';
    const document = ready.get(known) ?? prepare(documents.get(known) ?? '');
    ready.set(known, document);
    reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding').header('etag', document.etag);
    if (request.headers['if-none-match'] === document.etag) return reply.code(304).send();
    const encoding = encodingFor(String(request.headers['accept-encoding'] ?? ''));
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type('text/html; charset=utf-8').send(document.bodies[encoding]);
  };
}

/** '/Booking/' is the page 'booking'; the start page has a name that is no page's address. */
function nameOf(path: string): string {
  return path.slice(1).replace(/\/+$/, '').toLowerCase() || '_start';
}

/** Puts the provider's data in the places that the build left for it. A link without an address is left out. */
function complete(html: string, portal: PublicPortal): string {
  const told = `<meta name="portal" content="${escape(JSON.stringify(portal))}">`;
  return html
    .replace('<head>', () => `<head>\n    ${told}`)
    .replace(/<li[^>]*><a[^>]* href="portal:(\w+)"[^>]*>[^<]*<\/a><\/li>/g, (item, key: string) => {
      const address = portal.links[key];
      return address ? item.replace(`portal:${key}`, () => escape(address)) : '';
    })
    .replaceAll('portal:version', () => escape(portal.version))
    .replaceAll('portal:provider', () => escape(portal.provider));
}

function escape(text: string): string {
  return text.replace(/[&"'<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function prepare(html: string): Ready {
  const identity = Buffer.from(html);
  const br = brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  return { etag, bodies: { br, gzip: gzipSync(identity), identity } };
}

function encodingFor(accepted: string): keyof Ready['bodies'] {
  const takes = (encoding: string) =>
    new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0+)?\\s*(,|$))`, 'i').test(accepted);
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity';
}

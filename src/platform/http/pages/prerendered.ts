import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The provider's data in the documents; all of them are also put into each page, for its scripts. */
export interface PageFacts {
  provider: string;
  version: string;
  /** Addresses by the placeholders that the built documents have for them. */
  links: Record<string, string>;
}

/** A document in all its encodings, prepared when it is first requested. */
interface PreparedDocument {
  etag: string;
  bodies: Record<'br' | 'gzip' | 'identity', Buffer>;
}

/**
 * Returns a function that answers requests for pages with the documents of a build (`scripts/prerender.ts`), completed
 * with the provider's name and links, so that the footer works before any script has run.
 */
export async function openDocuments(webRoot: string, facts: PageFacts) {
  const folder = resolve(webRoot, 'documents');
  const files = existsSync(folder) ? await readdir(folder) : [];
  const documents = new Map<string, string>();
  for (const file of files.filter((name) => name.endsWith('.html')))
    documents.set(basename(file, '.html'), complete(await readFile(resolve(folder, file), 'utf8'), facts));
  const prepared = new Map<string, PreparedDocument>();

  return function sendDocument(path: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const name = nameOf(path);
    const documentName = documents.has(name) ? name : '_unknown';
    const document = prepared.get(documentName) ?? prepare(documents.get(documentName) ?? '');
    prepared.set(documentName, document);
    reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding').header('etag', document.etag);
    if (request.headers['if-none-match'] === document.etag) return reply.code(304).send();
    const encoding = encodingFor(String(request.headers['accept-encoding'] ?? ''));
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type('text/html; charset=utf-8').send(document.bodies[encoding]);
  };
}

/** The name of the page at a path: 'booking' for '/Booking/', '_start' for '/'. */
function nameOf(path: string): string {
  return path.slice(1).replace(/\/+$/, '').toLowerCase() || '_start';
}

/** Replaces the placeholders of a built document by the provider's data. A link without an address is left out. */
function complete(html: string, facts: PageFacts): string {
  const meta = `<meta name="portal" content="${escape(JSON.stringify(facts))}">`;
  return html
    .replace('<head>', () => `<head>\n    ${meta}`)
    .replace(/<li[^>]*><a[^>]* href="portal:(\w+)"[^>]*>[^<]*<\/a><\/li>/g, (item, key: string) => {
      const address = facts.links[key];
      return address ? item.replace(`portal:${key}`, () => escape(address)) : '';
    })
    .replaceAll('portal:version', () => escape(facts.version))
    .replaceAll('portal:provider', () => escape(facts.provider));
}

function escape(text: string): string {
  return text.replace(/[&"'<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function prepare(html: string): PreparedDocument {
  const identity = Buffer.from(html);
  const br = brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  return { etag, bodies: { br, gzip: gzipSync(identity), identity } };
}

function encodingFor(accepted: string): keyof PreparedDocument['bodies'] {
  const isAccepted = (encoding: string) =>
    new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0+)?\\s*(,|$))`, 'i').test(accepted);
  return isAccepted('br') ? 'br' : isAccepted('gzip') ? 'gzip' : 'identity';
}

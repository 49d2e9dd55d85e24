import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding } from '../edge/compression.ts';
import { readFirstCalls, sendPersonalPage, type RenderContent } from './personal.ts';

/** The provider's data that pages contain. Each page also contains all of this data as JSON, for its scripts. */
export interface PageData {
  provider: string;
  version: string;
  /** URLs by the names of their placeholders: `imprint` replaces `portal:imprint`. */
  links: Record<string, string>;
}

/** A page in all its encodings, which are created when it is first requested. */
interface EncodedPage {
  etag: string;
  bodies: Record<'br' | 'gzip' | 'identity', Buffer>;
}

/**
 * Reads the HTML pages that `scripts/prerender.ts` has written to the folder `documents` of a build. Inserts the
 * provider's name and links, so that the footer works before any script has run. Returns a function that sends the page
 * of a URL path, with the content from `renderContent` if there is any.
 */
export async function loadPages(webRoot: string, data: PageData, renderContent: RenderContent) {
  const folder = resolve(webRoot, 'documents');
  const files = existsSync(folder) ? await readdir(folder) : [];
  const pages = new Map<string, string>();
  for (const file of files.filter((name) => name.endsWith('.html')))
    pages.set(basename(file, '.html'), fillIn(await readFile(resolve(folder, file), 'utf8'), data));
  const styleSheet = await readStyleSheet(webRoot, pages.get('_start') ?? '');
  const encodedPages = new Map<string, EncodedPage>();

  return async function sendPage(path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const requestedName = pageNameOf(path);
    const pageName = pages.has(requestedName) ? requestedName : '_unknown';
    const html = pages.get(pageName) ?? '';
    const content = await renderContent(pageName, readFirstCalls(html), request, reply);
    if (content) return sendPersonalPage(html, styleSheet, content, request, reply);
    const page = encodedPages.get(pageName) ?? encodePage(html);
    encodedPages.set(pageName, page);
    reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding').header('etag', page.etag);
    if (request.headers['if-none-match'] === page.etag) return reply.code(304).send();
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type('text/html; charset=utf-8').send(page.bodies[encoding]);
  };
}

/** Reads the style sheet that all pages share. */
async function readStyleSheet(webRoot: string, html: string): Promise<string> {
  const [, path] = /<link rel="stylesheet"[^>]* href="\/([^"]+)">/.exec(html) ?? [];
  return path === undefined ? '' : readFile(resolve(webRoot, path), 'utf8');
}

/** The name of the page at a path: 'booking' for '/Booking/', '_start' for '/'. */
function pageNameOf(path: string): string {
  return path.slice(1).replace(/\/+$/, '').toLowerCase() || '_start';
}

/** Replaces the placeholders of a page with the provider's data. A link without a URL is left out. */
function fillIn(html: string, data: PageData): string {
  const meta = `<meta name="portal" content="${escapeHtml(JSON.stringify(data))}">`;
  return html
    .replace('<head>', () => `<head>\n    ${meta}`)
    .replace(/<li[^>]*><a[^>]* href="portal:(\w+)"[^>]*>[^<]*<\/a><\/li>/g, (item, key: string) => {
      const url = data.links[key];
      return url ? item.replace(`portal:${key}`, () => escapeHtml(url)) : '';
    })
    .replaceAll('portal:version', () => escapeHtml(data.version))
    .replaceAll('portal:provider', () => escapeHtml(data.provider));
}

/** Escapes a text for the content or an attribute of an element. */
export function escapeHtml(text: string): string {
  return text.replace(/[&"'<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function encodePage(html: string): EncodedPage {
  const identity = Buffer.from(html);
  const br = brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  return { etag, bodies: { br, gzip: gzipSync(identity), identity } };
}

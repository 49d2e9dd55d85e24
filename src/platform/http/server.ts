import { existsSync } from 'node:fs';
import { maxHeaderSize } from 'node:http';
import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import fastifyStatic from '@fastify/static';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyInstance } from 'fastify';
import { registerCalls, servicePath } from './calls.ts';
import { registerChatFrame } from './chat.ts';
import { registerCalendarFeed } from '../calendar/feed.ts';
import { connectionLimits, connectionOptions, registerConnections, type ConnectionLimits } from './connections.ts';
import { openDocuments } from './documents.ts';
import { registerDrain } from './drain.ts';
import { registerErrors } from './errors.ts';
import type { App, Served } from './handler.ts';
import { registerHeaders } from './headers.ts';
import { registerHealth } from './health.ts';
import { logOptions, RequestLog } from './log.ts';
import { registerMetrics } from './metrics.ts';
import { describeCalls } from './openapi.ts';
import { portalOf, type PublicPortal } from '../portal/public.ts';
import { registerSecurityTxt } from './security-txt.ts';

/**
 * The whole portal behind HTTP: the service calls, their description, and the screens where `webRoot` (absolute) names
 * them. The same app serves people and tests.
 */
export async function createApp(
  app: App,
  served: Served[],
  webRoot: string | null,
  { logStream, limits = connectionLimits }: { logStream?: Writable; limits?: ConnectionLimits } = {},
): Promise<FastifyInstance> {
  const { settings } = app;
  const fastify = Fastify({
    logger: logOptions(settings.logLevel, logStream),
    logController: new RequestLog(),
    bodyLimit: 64 * 1024,
    trustProxy: settings.trustProxy.length > 0 ? settings.trustProxy : false,
    ...connectionOptions(limits),
    // Who ends answers what still comes on open connections.
    return503OnClosing: false,
    // Fastify answers both, an unreadable address and one with a long part, past every hook, the headers' among them.
    rewriteUrl: ({ url = '/' }) => (isReadable(url) ? url : '/api/unreadable'),
    routerOptions: { maxParamLength: maxHeaderSize },
    // Calls have checks and writers of their own; the compilers that Fastify would load take a tenth of a start.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
  });
  registerConnections(fastify, limits);
  registerDrain(fastify, settings.drainSeconds);
  registerMetrics(fastify, app.metrics);
  // Only JSON and multipart: a form of a foreign page can send text/plain without asking first.
  fastify.removeContentTypeParser('text/plain');
  registerHeaders(fastify, settings.publicUrl);
  if (settings.allowedOrigins.length > 0)
    await fastify.register(cors, { origin: settings.allowedOrigins, methods: ['POST', 'GET'], credentials: true });
  await fastify.register(multipart, { throwFileSizeLimit: false });
  const calls = served.map(({ call }) => call);
  await registerDescription(fastify, describeCalls(calls));
  registerErrors(fastify, new Set(calls.map(servicePath)));
  registerCalls(fastify, app, served);
  registerHealth(fastify, app);
  registerCalendarFeed(fastify, app);
  registerChatFrame(fastify, settings.portal.chatScript);
  registerSecurityTxt(fastify, settings);
  if (webRoot) await registerScreens(fastify, webRoot, portalOf(settings));
  return fastify;
}

/** Stands where a route's JSON schema would be compiled: none of ours has one. */
function noSchemas(): never {
  throw new Error('a route with a JSON schema: give Fastify its compilers');
}

/** Whether the path of an address can be decoded. */
function isReadable(url: string): boolean {
  if (!url.includes('%')) return true;
  try {
    decodeURI(url.replace(/\?.*/s, ''));
    return true;
  } catch {
    return false;
  }
}

async function registerDescription(fastify: FastifyInstance, document: object): Promise<void> {
  await fastify.register(swagger, { mode: 'static', specification: { document: document as never } });
  fastify.get('/api/openapi.json', () => document);
  await fastify.register(swaggerUi, { routePrefix: '/api/docs' });
}

/** Serves the built screens: files, and for every other address the document of a page, whose router does the rest. */
async function registerScreens(fastify: FastifyInstance, webRoot: string, portal: PublicPortal): Promise<void> {
  // Each of the few files beside assets/ has a route; there are hundreds in it, and a route takes time to make.
  await fastify.register(fastifyStatic, {
    root: webRoot,
    wildcard: false,
    globIgnore: ['assets/**', 'documents/**', '*.html'],
    index: false,
    preCompressed: true,
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  });
  await fastify.register(fastifyStatic, {
    root: resolve(webRoot, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    index: false,
    preCompressed: true,
    setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
  });
  const sendDocument = await openDocuments(webRoot, portal);
  fastify.get('/*', (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const isPage = !path.startsWith('/api/') && !path.startsWith('/assets/') && !/\.[a-z0-9]+$/i.test(path);
    return isPage ? sendDocument(path, request, reply) : reply.callNotFound();
  });
}

/** Where the built screens lie beside the built server; null while they are not built. */
export function builtScreens(serverFolder: string): string | null {
  const folder = resolve(serverFolder, '../web');
  return existsSync(resolve(folder, 'index.html')) ? folder : null;
}

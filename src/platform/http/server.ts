import { existsSync } from 'node:fs';
import { maxHeaderSize } from 'node:http';
import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyInstance } from 'fastify';
import { registerApiDocs } from './pages/api-docs.ts';
import { registerCalls, servicePath } from './calls/calls.ts';
import { registerChatFrame } from './pages/chat-frame.ts';
import { registerCompression } from './edge/compression.ts';
import {
  connectionLimits,
  connectionOptions,
  registerConnectionLimits,
  type ConnectionLimits,
} from './edge/connection-limits.ts';
import type { RenderContent } from './pages/personal.ts';
import { loadPages, type PageData } from './pages/prerendered.ts';
import { registerGracefulShutdown } from './edge/graceful-shutdown.ts';
import { registerErrorHandlers } from './calls/error-handler.ts';
import type { App, Route } from './calls/handler.ts';
import { registerHeaders } from './edge/headers.ts';
import { registerHealthChecks } from './monitoring/health.ts';
import { logOptions, RequestLog } from './monitoring/log.ts';
import { registerMetrics } from './monitoring/metrics.ts';
import { createOpenApi, type OutgoingMessages } from './calls/openapi.ts';
import { registerSecurityTxt } from './pages/security-txt.ts';

/** The built web app: the absolute path of its folder, the provider's data for its pages, and their personal content. */
export interface WebApp {
  webRoot: string;
  pageData: PageData;
  renderContent: RenderContent;
}

interface ServerOptions {
  /** Functions that register routes other than calls, such as the calendar feed. */
  extraRoutes?: ((fastify: FastifyInstance, app: App) => void)[];
  /** The messages to other systems, for the OpenAPI document. */
  outgoingMessages?: OutgoingMessages;
  /** Receives the log lines instead of the standard output. */
  logStream?: Writable;
  limits?: ConnectionLimits;
}

/**
 * Creates the HTTP server. It serves the calls, their OpenAPI document, the other routes, and the web app unless
 * `webApp` is null.
 */
export async function createServer(
  app: App,
  routes: Route[],
  webApp: WebApp | null,
  { extraRoutes = [], outgoingMessages, logStream, limits = connectionLimits }: ServerOptions = {},
): Promise<FastifyInstance> {
  const { settings } = app;
  const fastify = Fastify({
    logger: logOptions(settings.logLevel, logStream),
    logController: new RequestLog(),
    bodyLimit: 64 * 1024,
    trustProxy: settings.trustProxy.length > 0 ? settings.trustProxy : false,
    ...connectionOptions(limits),
    // For a URL that cannot be decoded or has a long parameter, Fastify would respond without running hooks, such as
    // the one that sets headers.
    rewriteUrl: ({ url = '/' }) => (isDecodable(url) ? url : '/api/unreadable'),
    routerOptions: { maxParamLength: maxHeaderSize },
    // Calls have their own validation and serialisation. Loading Fastify's schema compilers would slow down the start.
    schemaController: { compilersFactory: { buildValidator: throwOnSchema, buildSerializer: throwOnSchema } },
  });
  registerConnectionLimits(fastify, limits);
  registerGracefulShutdown(fastify, settings.drainSeconds);
  registerMetrics(fastify, app.metrics);
  // A form on another site can send text/plain without a preflight request, so only JSON and multipart are accepted.
  fastify.removeContentTypeParser('text/plain');
  registerHeaders(fastify, settings.publicUrl);
  registerCompression(fastify);
  if (settings.allowedOrigins.length > 0)
    await fastify.register(cors, { origin: settings.allowedOrigins, methods: ['POST', 'GET'], credentials: true });
  await fastify.register(multipart, { throwFileSizeLimit: false });
  const calls = routes.map(({ call }) => call);
  registerApiDocs(fastify, createOpenApi(calls, outgoingMessages ?? null));
  registerErrorHandlers(fastify, new Set(calls.map(servicePath)));
  registerCalls(fastify, app, routes);
  registerHealthChecks(fastify, app);
  for (const register of extraRoutes) register(fastify, app);
  registerChatFrame(fastify, settings.providerConfig.chatScript);
  registerSecurityTxt(fastify, settings);
  if (webApp) await registerWebApp(fastify, webApp);
  return fastify;
}

/** Stands in for Fastify's compilers of JSON schemas. No route has such a schema, so this is never called. */
function throwOnSchema(): never {
  throw new Error('A route has a JSON schema, so Fastify needs its schema compilers.');
}

/** Whether the path of a URL can be percent-decoded. */
function isDecodable(url: string): boolean {
  if (!url.includes('%')) return true;
  try {
    decodeURI(url.replace(/\?.*/s, ''));
    return true;
  } catch {
    return false;
  }
}

/** Serves the files of the built web app, and an HTML page for every other path. */
async function registerWebApp(fastify: FastifyInstance, { webRoot, pageData, renderContent }: WebApp): Promise<void> {
  // Each of the few files outside assets/ gets a route. The hundreds of files in assets/ share one, because registering
  // a route takes time.
  await fastify.register(fastifyStatic, {
    root: webRoot,
    wildcard: false,
    globIgnore: ['assets/**', 'documents/**', '*.html'],
    index: false,
    preCompressed: true,
    setHeaders: (reply, path) => void reply.header('cache-control', cacheControlOf(path)),
  });
  await fastify.register(fastifyStatic, {
    root: resolve(webRoot, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    index: false,
    preCompressed: true,
    setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
  });
  const sendPage = await loadPages(webRoot, pageData, renderContent);
  fastify.get('/*', (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const isPage = !path.startsWith('/api/') && !path.startsWith('/assets/') && !/\.[a-z0-9]+$/i.test(path);
    return isPage ? sendPage(path, request, reply) : reply.callNotFound();
  });
}

/**
 * Returns the Cache-Control header of a file outside assets/. The script that every page starts with blocks the page, so
 * browsers use their copy and fetch a newer one afterwards. It therefore works with the pages of neighbouring versions.
 */
function cacheControlOf(path: string): string {
  return /color-scheme\.js(\.br|\.gz)?$/.test(path) ? 'max-age=600, stale-while-revalidate=604800' : 'no-cache';
}

/** Returns the folder of the built web app, which is next to the server's folder; null if it has not been built. */
export function findBuiltWebApp(serverFolder: string): string | null {
  const folder = resolve(serverFolder, '../web');
  return existsSync(resolve(folder, 'index.html')) ? folder : null;
}

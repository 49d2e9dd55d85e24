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
import { registerCalls, servicePath } from './calls/calls.ts';
import { registerChatFrame } from './pages/chat-frame.ts';
import {
  connectionLimits,
  connectionOptions,
  registerConnections,
  type ConnectionLimits,
} from './edge/connection-limits.ts';
import { openDocuments, type PageFacts } from './pages/prerendered.ts';
import { registerDrain } from './edge/graceful-shutdown.ts';
import { registerErrors } from './calls/error-handler.ts';
import type { App, Route } from './calls/handler.ts';
import { registerHeaders } from './edge/headers.ts';
import { registerHealth } from './monitoring/health.ts';
import { logOptions, RequestLog } from './monitoring/log.ts';
import { registerMetrics } from './monitoring/metrics.ts';
import { describeCalls } from './calls/openapi.ts';
import { registerSecurityTxt } from './pages/security-txt.ts';

/** The built screens: their folder, as an absolute path, and the provider's data for their documents. */
export interface Screens {
  webRoot: string;
  facts: PageFacts;
}

interface ServerOptions {
  /** Routes that are not calls, such as the calendar feed. */
  extraRoutes?: ((fastify: FastifyInstance, app: App) => void)[];
  /** Receives the log lines. */
  logStream?: Writable;
  limits?: ConnectionLimits;
}

/**
 * Creates the HTTP server with the service calls, their description, further routes, and the screens if they are built.
 * Tests use the same server.
 */
export async function createServer(
  app: App,
  routes: Route[],
  screens: Screens | null,
  { extraRoutes = [], logStream, limits = connectionLimits }: ServerOptions = {},
): Promise<FastifyInstance> {
  const { settings } = app;
  const fastify = Fastify({
    logger: logOptions(settings.logLevel, logStream),
    logController: new RequestLog(),
    bodyLimit: 64 * 1024,
    trustProxy: settings.trustProxy.length > 0 ? settings.trustProxy : false,
    ...connectionOptions(limits),
    // A closing server still answers requests on open connections.
    return503OnClosing: false,
    // Fastify would answer addresses that cannot be decoded, or that have a long parameter, without running hooks such
    // as the one that sets headers.
    rewriteUrl: ({ url = '/' }) => (isReadable(url) ? url : '/api/unreadable'),
    routerOptions: { maxParamLength: maxHeaderSize },
    // Calls have their own checks and writers; loading Fastify's compilers would take a tenth of the start time.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
  });
  registerConnections(fastify, limits);
  registerDrain(fastify, settings.drainSeconds);
  registerMetrics(fastify, app.metrics);
  // Only JSON and multipart: a form of a foreign page can send text/plain without a preflight request.
  fastify.removeContentTypeParser('text/plain');
  registerHeaders(fastify, settings.publicUrl);
  if (settings.allowedOrigins.length > 0)
    await fastify.register(cors, { origin: settings.allowedOrigins, methods: ['POST', 'GET'], credentials: true });
  await fastify.register(multipart, { throwFileSizeLimit: false });
  const calls = routes.map(({ call }) => call);
  await registerDescription(fastify, describeCalls(calls));
  registerErrors(fastify, new Set(calls.map(servicePath)));
  registerCalls(fastify, app, routes);
  registerHealth(fastify, app);
  for (const register of extraRoutes) register(fastify, app);
  registerChatFrame(fastify, settings.providerConfig.chatScript);
  registerSecurityTxt(fastify, settings);
  if (screens) await registerScreens(fastify, screens);
  return fastify;
}

/** Replaces the compilers of JSON schemas, which no route has. */
function noSchemas(): never {
  throw new Error('A route has a JSON schema, so Fastify needs its schema compilers.');
}

/** Whether the path of a URL can be decoded. */
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

/** Serves the built screens: their files, and for every other address the document of a page. */
async function registerScreens(fastify: FastifyInstance, { webRoot, facts }: Screens): Promise<void> {
  // The few files outside assets/ get a route each; assets/ has hundreds, and registering a route takes time.
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
  const sendDocument = await openDocuments(webRoot, facts);
  fastify.get('/*', (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const isPage = !path.startsWith('/api/') && !path.startsWith('/assets/') && !/\.[a-z0-9]+$/i.test(path);
    return isPage ? sendDocument(path, request, reply) : reply.callNotFound();
  });
}

/** The folder of the built screens beside the built server; null if they are not built. */
export function builtScreens(serverFolder: string): string | null {
  const folder = resolve(serverFolder, '../web');
  return existsSync(resolve(folder, 'index.html')) ? folder : null;
}

import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';

const docsPath = '/api/docs';

/**
 * Serves the OpenAPI document of the calls, and pages that show it for reading (reference 2.11). Few people open these
 * pages, so their packages are loaded when somebody does, into a server without a port.
 */
export function registerApiDocs(fastify: FastifyInstance, document: object): void {
  fastify.get('/api/openapi.json', () => document);
  let docsServer: Promise<FastifyInstance> | null = null;
  const sendFromDocs = async (request: FastifyRequest, reply: FastifyReply) => {
    docsServer ??= createDocsServer(document);
    const { statusCode, headers, rawPayload } = await (await docsServer).inject({ url: request.url });
    if (statusCode === 404) return reply.callNotFound();
    if (headers.location !== undefined) void reply.header('location', headers.location);
    return reply.code(statusCode).type(String(headers['content-type'])).send(rawPayload);
  };
  fastify.get(docsPath, sendFromDocs);
  fastify.get(`${docsPath}/*`, sendFromDocs);
}

async function createDocsServer(document: object): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ]);
  const docsServer = Fastify();
  await docsServer.register(swagger, { mode: 'static', specification: { document: document as never } });
  await docsServer.register(swaggerUi, { routePrefix: docsPath });
  return docsServer;
}

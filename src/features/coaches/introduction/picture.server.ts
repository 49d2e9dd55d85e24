import type { FastifyInstance } from 'fastify';
import { notFound } from '../../../platform/server-error.ts';
import type { App } from '../../../platform/http/calls/handler.ts';
import { toRateLimitAddress } from '../../../platform/rate-limit/rate-limiter.ts';
import { getPictureUrl } from '../../../shared/coach-picture.ts';
import { findPersonByCookies } from '../../sessions/exports.ts';
import * as sql from './sql.ts';

/**
 * Serves the picture of an introduction at `GET /api/coach-picture/<version>`. An `<img>` cannot send the session id,
 * so the session's cookie identifies the viewer. A version's picture never changes, so the browser caches it for a week
 * without revalidation; no other cache may store it. Anyone who may not see the picture gets 404.
 */
export function registerCoachPictures(fastify: FastifyInstance, app: App): void {
  // The path of a picture's URL, with the parameter `:id` in place of the version's id.
  const route = getPictureUrl(0).replace(/0$/, ':id');
  fastify.get<{ Params: { id: string } }>(route, { config: { setsCacheControl: true } }, async (request, reply) => {
    request.ipAddress = toRateLimitAddress(request.ip);
    const viewer = await findPersonByCookies(request, app);
    request.personId = viewer?.id ?? null;
    await app.rateLimiter.countCall('calls', viewer && { person: viewer.id }, request.ipAddress);
    const { id } = request.params;
    const versionId = viewer && /^\d{1,15}$/.test(id) ? Number(id) : null;
    const picture = viewer && versionId !== null ? await sql.findPicture(app.db, versionId, viewer) : null;
    if (!picture) throw notFound();
    return reply.header('cache-control', 'private, max-age=604800, immutable').type('image/webp').send(picture);
  });
}

import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { writeCalendar } from '../mail/exports.ts';
import type { App } from '../../platform/http/calls/handler.ts';
import { notFound } from '../../platform/server-error.ts';
import { toRateLimitAddress } from '../../platform/rate-limit/rate-limiter.ts';
import { roleOfId } from '../../shared/roles.ts';
import { toFeedEvent } from './events.words.ts';
import * as sql from './sql.ts';

/** The number of seconds after which calendar programs are asked to reload a subscription. */
const refreshAfterSeconds = 3_600;

/** Returns the hash of a subscription's secret token. The database stores only this hash. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}

/**
 * Serves `GET /kalender/<token>.ics`: a person's appointments for calendar programs, which do not sign in. Cancelled
 * appointments are left out: programs reload the whole subscription, and some show events that are marked as cancelled.
 * The response is 404 if the URL is wrong, was replaced or switched off, or belongs to an inactive person. In each of
 * these cases the same SQL statements run, so the response time does not show the reason.
 */
export function registerCalendarFeed(fastify: FastifyInstance, app: App): void {
  const { publicUrl } = app.settings;
  fastify.get<{ Params: { file: string } }>('/kalender/:file', async (request, reply) => {
    void reply.header('cache-control', 'private, no-store');
    const { clock, rateLimiter } = app;
    const ipAddress = toRateLimitAddress(request.ip);
    const refusal = await rateLimiter.countAttemptOrReturnError('calendarRequestPerIpAddress', ipAddress);
    const feed = await sql.findFeedByToken(app.db, clock, hashToken(request.params.file.replace(/\.ics$/, '')));
    // The URL of a feed cannot be guessed. So a valid URL is served even if other people in the same network have used
    // up the limit for unknown URLs.
    if (!feed) throw refusal ?? notFound();
    if (!refusal) await rateLimiter.uncountAttempt('calendarRequestPerIpAddress', ipAddress);
    await rateLimiter.countAttemptOrThrow('calendarRequestPerPerson', String(feed.person));
    if (feed.isReadAtOutdated) await sql.updateReadAt(app.db, clock, feed.person);
    const role = roleOfId(feed.roleId);
    const rows = await sql.listCalendarRows(app.db, clock, feed.person, {
      asCoach: role !== 'participant',
      asParticipant: role !== 'coach',
      withFreeSlots: feed.freeShown,
    });
    const name = 'Bewerbungscoaching';
    const events = rows.map((row) => toFeedEvent(row, feed, { publicUrl, now: feed.now }));
    return reply
      .type('text/calendar; charset=utf-8')
      .send(writeCalendar({ method: 'PUBLISH', publicUrl, now: feed.now, name, refreshAfterSeconds, events }));
  });
}

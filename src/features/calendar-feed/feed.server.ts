import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { writeCalendar } from '../mail/exports.ts';
import type { App } from '../../platform/http/calls/handler.ts';
import { notFound } from '../../platform/server-error.ts';
import { addressOf } from '../../platform/rate-limit/rate-limiter.ts';
import { roleOfId } from '../../shared/roles.ts';
import { toFeedEvent } from './events.words.ts';
import * as sql from './sql.ts';

/** After how many seconds calendar programs are asked to reload. */
const refreshAfter = 3_600;

/** The stored hash of a subscription's secret. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}

/**
 * Serves `GET /kalender/<secret>.ics`: a person's appointments for calendar programs, which do not sign in. Cancelled
 * appointments are left out instead of marked, since programs reload a subscription as a whole and some ignore the
 * mark. For an address that is wrong, replaced, switched off, or of an inactive person the answer is 404, after the
 * same statements.
 */
export function registerCalendarFeed(fastify: FastifyInstance, app: App): void {
  const { publicUrl } = app.settings;
  fastify.get<{ Params: { file: string } }>('/kalender/:file', async (request, reply) => {
    void reply.header('cache-control', 'private, no-store');
    const { clock, rateLimiter } = app;
    const address = addressOf(request.ip);
    const refusal = await rateLimiter.full('calendarOfAddress', address);
    const feed = await sql.findFeed(app.db, clock, hashOfToken(request.params.file.replace(/\.ics$/, '')));
    // An address cannot be guessed, so a valid one is served even if others in the same network have used up the limit.
    if (!feed) throw refusal ?? notFound();
    if (!refusal) await rateLimiter.forgive('calendarOfAddress', address);
    await rateLimiter.attempt('calendarOfPerson', String(feed.person));
    if (feed.stale) await sql.updateReadTime(app.db, clock, feed.person);
    const role = roleOfId(feed.roleId);
    const rows = await sql.listCalendarRows(app.db, clock, feed.person, {
      asCoach: role !== 'participant',
      asParticipant: role !== 'coach',
      free: feed.freeShown,
    });
    const name = 'Bewerbungscoaching';
    const events = rows.map((row) => toFeedEvent(row, feed, { publicUrl, now: feed.now }));
    return reply
      .type('text/calendar; charset=utf-8')
      .send(writeCalendar({ method: 'PUBLISH', publicUrl, now: feed.now, name, refreshAfter, events }));
  });
}

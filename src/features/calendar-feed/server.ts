import { randomBytes } from 'node:crypto';
import { lockActivePerson } from '../people/exports.ts';
import { writeCalendar } from '../mail/exports.ts';
import { audit } from '../audit/exports.ts';
import { createRoutes } from '../../platform/http/calls/handler.ts';
import { noSession, notFound } from '../../platform/server-error.ts';
import { dateOf } from '../../shared/berlin.ts';
import * as contract from './contract.ts';
import { toFeedEvent } from './events.words.ts';
import { hashToken } from './feed.server.ts';
import { holidaysOf } from './holidays.adapter.ts';
import * as sql from './sql.ts';

/** The handlers for single appointments as calendar files, for calendar subscriptions and for holidays. */
export const routes = createRoutes(contract, {
  async downloadAppointmentFile({ input, person, app, db }) {
    const row = await sql.findBookedAppointment(db, app.clock, input.appointmentId);
    const isOwn = row?.coachId === person.id || row?.participantId === person.id;
    if (!row || !(isOwn || person.role === 'admin')) throw notFound();
    const { publicUrl } = app.settings;
    // A coach's choice to show only initials applies to single files as well as to the subscription.
    const initialsOnly = (await sql.findFeedOfPerson(db, person.id))?.initialsOnly ?? false;
    const event = toFeedEvent(row, { person: person.id, initialsOnly }, { publicUrl, now: row.now });
    const bytes = Buffer.from(writeCalendar({ method: 'PUBLISH', publicUrl, now: row.now, events: [event] }));
    return { name: `Coaching ${dateOf(row.startsAt)}.ics`, size: bytes.length, bytes: streamOf(bytes) };
  },

  async getFeed({ person, db }) {
    const feed = await sql.findFeedOfPerson(db, person.id);
    if (!feed) return { data: null };
    const { initialsOnly, freeShown, createdAt, readAt } = feed;
    return {
      data: {
        initialsOnly,
        freeShown,
        createdAt: createdAt.toISOString(),
        readAt: readAt?.toISOString() ?? null,
      },
    };
  },

  async renewFeed({ person, app, transaction }) {
    const token = randomBytes(32).toString('base64url');
    await transaction(async (tx) => {
      if (!(await lockActivePerson(tx, person.id, app.usesLocks))) throw noSession();
      await sql.saveFeedToken(tx, app.clock, person.id, hashToken(token));
      await audit(tx, { actor: person.id, action: 'calendarShared', person: person.id });
    });
    return { data: { address: `${app.settings.publicUrl}/kalender/${token}.ics` } };
  },

  async changeFeed({ input, person, db, refuse }) {
    if (!(await sql.saveFeedChoices(db, person.id, input))) throw refuse('noFeed');
    return {};
  },

  async endFeed({ person, transaction }) {
    await transaction(async (tx) => {
      if (await sql.deleteFeed(tx, person.id))
        await audit(tx, { actor: person.id, action: 'calendarUnshared', person: person.id });
    });
    return {};
  },

  async getHolidays({ input, person, app, db }) {
    const state = input.state ?? (await sql.findCoachState(db, person.id)) ?? app.settings.providerConfig.state;
    return { data: state === null ? [] : holidaysOf(input.year, state) };
  },
});

async function* streamOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

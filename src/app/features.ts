import { routes as absences } from '../features/absences/server.ts';
import { routes as accounts } from '../features/accounts/server.ts';
import { routes as invitation } from '../features/accounts/invitation/server.ts';
import { routes as invitationFiles } from '../features/accounts/invitation-files/server.ts';
import { routes as appointments } from '../features/appointments/server.ts';
import { findPersonIds } from '../features/people/exports.ts';
import { createAuditRoutes } from '../features/audit/server.ts';
import { routes as backups } from '../features/backups/server.ts';
import { routes as barrier } from '../features/provider/barrier/server.ts';
import { routes as booking } from '../features/booking/server.ts';
import { routes as calendarFeed } from '../features/calendar-feed/server.ts';
import { routes as coaches } from '../features/coaches/server.ts';
import { routes as introductions } from '../features/coaches/introduction/server.ts';
import { routes as bookingAdmin } from '../features/booking/admin/server.ts';
import { routes as bookingDirect } from '../features/booking/direct/server.ts';
import { routes as bookingComing } from '../features/booking/coming/server.ts';
import { routes as bookingMissed } from '../features/booking/missed/server.ts';
import { routes as bookingMove } from '../features/booking/move/server.ts';
import { routes as bookingReschedule } from '../features/booking/reschedule/server.ts';
import { routes as bookingSearch } from '../features/booking/search/server.ts';
import { routes as dashboard } from '../features/dashboard/server.ts';
import { routes as evidence } from '../features/evidence/server.ts';
import { routes as files } from '../features/files/server.ts';
import { routes as markup } from '../features/files/markup/server.ts';
import { routes as notes } from '../features/files/notes/server.ts';
import { routes as mail } from '../features/mail/server.ts';
import { routes as imports } from '../features/appointments/import-files/server.ts';
import { routes as erasure } from '../features/own-data/erasure/server.ts';
import { routes as dataExport } from '../features/own-data/export/server.ts';
import { routes as ownData } from '../features/own-data/server.ts';
import { routes as participants } from '../features/participants/server.ts';
import { routes as licences } from '../features/provider/licences/server.ts';
import { routes as providerPages } from '../features/provider/pages/server.ts';
import { routes as passkeyLogin } from '../features/accounts/passkey-login/server.ts';
import { routes as passkeys } from '../features/passkeys/server.ts';
import { routes as provider } from '../features/provider/server.ts';
import { routes as ratings } from '../features/ratings/server.ts';
import { routes as savedViews } from '../features/saved-views/server.ts';
import { routes as secondFactor } from '../features/second-factor/server.ts';
import { routes as series } from '../features/appointments/series/server.ts';
import { routes as sessions } from '../features/sessions/server.ts';
import { routes as singleSignOn } from '../features/single-sign-on/server.ts';
import { routes as singleSignOnLogin } from '../features/accounts/single-sign-on-login/server.ts';
import { routes as steering } from '../features/steering/server.ts';
import { routes as tokens } from '../features/tokens/server.ts';
import { routes as waiting } from '../features/waiting/server.ts';
import { routes as waitingDemand } from '../features/waiting/demand/server.ts';
import { routes as webhooks } from '../features/webhooks/server.ts';
import { webhookMessage } from '../features/webhooks/message/contract.ts';
import { webhookEvents } from '../features/webhooks/rules.ts';
import type { OutgoingMessages } from '../platform/http/calls/openapi.ts';
import type { Route } from '../platform/http/calls/handler.ts';

/** All calls of the portal with their handlers. */
export const routes: Route[] = [
  ...accounts,
  ...invitation,
  ...invitationFiles,
  ...sessions,
  ...secondFactor,
  ...passkeys,
  ...passkeyLogin,
  ...singleSignOn,
  ...singleSignOnLogin,
  ...tokens,
  ...provider,
  ...providerPages,
  ...licences,
  ...barrier,
  ...booking,
  ...bookingSearch,
  ...waiting,
  ...waitingDemand,
  ...bookingAdmin,
  ...bookingReschedule,
  ...bookingMove,
  ...bookingDirect,
  ...bookingComing,
  ...bookingMissed,
  ...absences,
  ...files,
  ...markup,
  ...evidence,
  ...steering,
  ...notes,
  ...appointments,
  ...savedViews,
  ...series,
  ...imports,
  ...dashboard,
  ...coaches,
  ...introductions,
  ...calendarFeed,
  ...mail,
  ...backups,
  ...participants,
  ...ownData,
  ...erasure,
  ...dataExport,
  ...ratings,
  ...webhooks,
  ...createAuditRoutes(findPersonIds),
];

/** The messages that the portal sends to other systems. */
export const outgoingMessages: OutgoingMessages = { events: webhookEvents, body: webhookMessage };

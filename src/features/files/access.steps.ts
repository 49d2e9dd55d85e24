import { auditDocumentAccess } from '../audit/exports.ts';
import { queueMails } from '../mail/exports.ts';
import { listActiveAdminIds } from '../people/exports.ts';
import type { Db } from '../../platform/database/db.ts';
import type { SignedInPerson } from '../../platform/http/calls/authentication.ts';
import type { Context } from '../../platform/http/calls/handler.ts';
import { notFound } from '../../platform/server-error.ts';
import type { Call } from '../../shared/call.ts';
import { findDocument } from './documents.sql.ts';
import { maySeeDocuments } from './sql.ts';

type AccessContext = Pick<Context<Call>, 'app' | 'transaction' | 'logSecurityEvent'>;

/** Returns a document that a person may download (reference 5.5). Throws 404 for all others. */
export async function findVisibleDocument(db: Db, person: SignedInPerson, id: number) {
  const document = await findDocument(db, id);
  if (!document || !(await maySeeDocuments(db, person, document.participant))) throw notFound();
  return document;
}

/** Logs that a person has downloaded or read a document, unless it is about themselves. */
export async function logLook(
  context: AccessContext,
  { id: actor }: SignedInPerson,
  { id: document, participant: person }: { id: number; participant: number },
): Promise<void> {
  if (actor !== person) await logAccess(context, { actor, action: 'fileDownloaded', person, document });
}

/**
 * Logs that a person has accessed somebody else's documents. Mails the admins if that person has accessed the documents
 * of too many people within 24 hours.
 */
export async function logAccess(
  { app, transaction, logSecurityEvent }: AccessContext,
  access: Parameters<typeof auditDocumentAccess>[1],
): Promise<void> {
  const { peopleReadPerDay } = app.settings.providerConfig.alarms;
  const isLimitExceeded = await transaction(async (tx) => {
    if (!(await auditDocumentAccess(tx, access, peopleReadPerDay))) return false;
    await queueMails(
      tx,
      (await listActiveAdminIds(tx)).map((person) => ({ kind: 'readMuch' as const, person })),
    );
    return true;
  });
  if (isLimitExceeded) logSecurityEvent('readMuch', { person: access.actor });
}

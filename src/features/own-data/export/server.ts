import { audit } from '../../audit/exports.ts';
import { queueMails } from '../../mail/exports.ts';
import { checkRecentSignIn, lockSession } from '../../sessions/exports.ts';
import { tooMany } from '../../../platform/server-error.ts';
import { createRoutes, type Context } from '../../../platform/http/calls/handler.ts';
import { mapErrorsTo503 } from '../../../platform/http/calls/unavailable.ts';
import { spool, type SpooledStream } from '../../../platform/storage/spool.ts';
import { exportArchive } from './archive.steps.ts';
import * as contract from './contract.ts';
import { reserveExportSlot } from './slots.sql.ts';
import * as sql from './sql.ts';
import { createZip } from './zip.adapter.ts';

/** The number of seconds to wait if all slots for archives are taken. */
const slotWaitSeconds = 30;

/** The handler that exports the caller's own data. */
export const routes = createRoutes(contract, {
  async exportOwnData(context) {
    const { input, person, app, transaction, refuse } = context;
    const refusal = await checkRecentSignIn(context, input.password);
    if (refusal) throw refuse(refusal);
    await mapErrorsTo503(app.store.check());
    const archive = await makeArchive(context);
    try {
      // The mail and the log entry are committed before the first byte is sent.
      await transaction(async (tx) => {
        await lockSession(tx, app, person.sessionId);
        await queueMails(tx, [{ kind: 'dataExported', person: person.id }]);
        await audit(tx, { actor: person.id, action: 'dataExported', person: person.id });
      });
    } catch (error) {
      archive.bytes.destroy();
      throw error;
    }
    return { name: 'meine-daten.zip', ...archive };
  },
});

/**
 * Writes the caller's archive to disk, and counts it toward the person's limit. The slot is released when the archive
 * is complete, before the caller downloads it. Throws 429 beyond the limits, and 503 after an error of the portal. An
 * archive that fails is not counted.
 */
async function makeArchive({ person, app, db }: Context<typeof contract.exportOwnData>): Promise<SpooledStream> {
  const counter = ['exportPerPerson', String(person.id)] as const;
  let isCounted = false;
  let archive: SpooledStream | undefined;
  try {
    return await db.transaction().execute(async (tx) => {
      await sql.beginSnapshot(tx);
      if (!(await reserveExportSlot(tx, person.id))) throw tooMany(slotWaitSeconds, 'exportsAtOnce');
      await app.rateLimiter.countAttemptOrThrow(...counter);
      isCounted = true;
      archive = await mapErrorsTo503(spool(createZip(exportArchive(tx, app, person.id)), app.settings));
      return archive;
    });
  } catch (error) {
    archive?.bytes.destroy();
    if (isCounted) await app.rateLimiter.uncountAttempt(...counter).catch(() => {});
    throw error;
  }
}

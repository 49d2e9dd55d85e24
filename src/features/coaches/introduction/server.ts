import { hasCoachProfile } from '../../people/exports.ts';
import { queueErasureListEntry, audit } from '../../audit/exports.ts';
import { queueMails } from '../../mail/exports.ts';
import { lockSession } from '../../sessions/exports.ts';
import { ServerError, notFound } from '../../../platform/server-error.ts';
import type { Db, Tx } from '../../../platform/database/db.ts';
import {
  createRoutesWithExistenceChecks,
  type App,
  type ExistenceChecks,
} from '../../../platform/http/calls/handler.ts';
import { sharedRefusals, text, type FieldError } from '../../../shared/call.ts';
import * as contract from './contract.ts';
import { proposalParts, type OwnIntroduction, type OwnVersion } from './contract.ts';
import { receivePicture } from './receive.steps.ts';
import { effectOfDecision, introductionErrors } from './rules.ts';
import * as sql from './sql.ts';

const existenceChecks: ExistenceChecks<typeof contract> = {
  refuseIntroduction: async ({ input, db }) => (await sql.findVersion(db, input.introductionId)) !== null,
};

/** The function with which `deleteIntroduction` erases each part, and the action under which it is logged. */
const deletions = {
  open: { erase: sql.deleteUnshownVersion, action: 'introductionWithdrawn' },
  picture: { erase: sql.deletePictures, action: 'introductionPictureDeleted' },
  all: { erase: sql.deleteAllVersions, action: 'introductionDeleted' },
} as const;

/** Handlers of the introductions: coaches propose them, admins decide on them, participants see the approved ones. */
export const routes = createRoutesWithExistenceChecks(contract, existenceChecks, {
  async getMyIntroduction({ person, db, refuse }) {
    if (!(await hasCoachProfile(db, person.id))) throw refuse('noCoachProfile');
    return { data: await loadOwnIntroduction(db, person.id) };
  },

  async proposeIntroduction({ person, app, db, files, fields, signal, transaction, refuse }) {
    if (!(await hasCoachProfile(db, person.id))) throw refuse('noCoachProfile');
    const bytes = await receivePicture(app, person.id, { files, signal, refuse });
    // The text parts may follow the file, so they are complete only now.
    const picture = toNewPicture(bytes, fields.get(proposalParts.keepPicture) ?? '');
    const text = readText(fields.get(proposalParts.text) ?? '', picture !== null);
    return transaction(async (tx) => {
      if (!(await sql.lockIntroductions(tx, person.id, app.usesLocks))) throw refuse('noCoachProfile');
      await lockSession(tx, app, person.sessionId);
      const storedVersions = await sql.listVersions(tx, person.id);
      if (!isStoredAlready(storedVersions, text, picture)) {
        if (!(await sql.insertProposal(tx, app.clock, person.id, text, picture))) throw refuse('pictureGone');
        await audit(tx, { actor: person.id, action: 'introductionProposed', person: person.id });
      }
      signal.throwIfAborted();
      return { data: await loadOwnIntroduction(tx, person.id) };
    });
  },

  async deleteIntroduction({ input: { what }, person, app, transaction, refuse }) {
    const { erase, action } = deletions[what];
    return transaction(async (tx) => {
      if (!(await sql.lockIntroductions(tx, person.id, app.usesLocks))) throw refuse('noCoachProfile');
      if (await erase(tx, person.id)) {
        await audit(tx, { actor: person.id, action, person: person.id });
        // Otherwise restoring an earlier backup would bring the deleted versions back.
        await queueErasureListEntry(tx);
      }
      return { data: await loadOwnIntroduction(tx, person.id) };
    });
  },

  async getIntroductions({ db }) {
    const rows = await sql.listProposals(db);
    return {
      data: rows.map((row) => ({
        introductionId: row.id,
        coachId: row.coach,
        coach: row.name,
        text: row.text,
        pictureId: row.hasPicture ? row.id : null,
        proposedAt: row.proposedAt.toISOString(),
        shown:
          row.shownId === null
            ? null
            : { text: row.shownText ?? '', pictureId: row.hasShownPicture ? row.shownId : null },
      })),
    };
  },

  async approveIntroduction({ input: { introductionId: id }, person, app, transaction, refuse }) {
    await transaction(async (tx) => {
      const { version, isCoachActive } = await lockVersion(tx, app, id);
      const effect = effectOfDecision(version.state, 'shown');
      if (!effect) throw refuse('decided');
      if (effect === 'repeated') return;
      if (!isCoachActive) throw refuse('inactive');
      await sql.showVersion(tx, app.clock, version);
      await queueMails(tx, [{ kind: 'introductionApproved', person: version.coach }]);
      await audit(tx, { actor: person.id, action: 'introductionApproved', person: version.coach });
    });
    return {};
  },

  async refuseIntroduction({ input: { introductionId: id, reason }, person, app, transaction, refuse }) {
    await transaction(async (tx) => {
      const { version } = await lockVersion(tx, app, id);
      const effect = effectOfDecision(version.state, 'refused');
      if (!effect) throw refuse('decided');
      // A retry after a lost response sends no second mail.
      if (effect === 'repeated') return;
      await sql.refuseVersion(tx, app.clock, id, reason);
      await queueMails(tx, [{ kind: 'introductionRefused', person: version.coach }]);
      await audit(tx, { actor: person.id, action: 'introductionRefused', person: version.coach });
    });
    return {};
  },

  async getCoach({ input: { coachId }, db }) {
    const coach = await sql.findShownIntroduction(db, coachId);
    if (!coach) throw notFound();
    const { name, id, text, hasPicture } = coach;
    return { data: { coachId, coach: name, text: text ?? '', pictureId: hasPicture ? id : null } };
  },
});

/** Locks a version's coach and then reads the version again. Throws 404 if it was replaced or deleted. */
async function lockVersion(tx: Tx, app: App, id: number) {
  const unlockedVersion = await sql.findVersion(tx, id);
  const coach = unlockedVersion && (await sql.lockIntroductions(tx, unlockedVersion.coach, app.usesLocks));
  const version = coach && (await sql.findVersion(tx, id));
  if (!version) throw notFound();
  return { version, isCoachActive: coach.active };
}

/** Returns the picture of a proposal: the file if one was sent, or else the picture of the version to keep, or none. */
function toNewPicture(bytes: Buffer | null, keptVersionId: string): sql.NewPicture {
  if (bytes) return { bytes };
  return /^\d{1,15}$/.test(keptVersionId) ? { fromVersionId: Number(keptVersionId) } : null;
}

/** Returns the text of a proposal; throws `invalid` with the errors at the text field. */
function readText(raw: string, hasPicture: boolean): string {
  // A browser sends line breaks in a form as \r\n.
  const result = text(Infinity, { multiline: true }).safeParse(raw.replaceAll('\r\n', '\n'));
  const errors: FieldError[] = result.success
    ? introductionErrors({ text: result.data, hasPicture })
    : [{ path: 'text', message: result.error.issues[0]?.message ?? sharedRefusals.invalid }];
  const [firstError] = errors;
  if (firstError)
    throw new ServerError(contract.proposeIntroduction.refusalStatus, 'invalid', firstError.message, { errors });
  return result.data ?? '';
}

/** Whether a proposal is stored already, so that repeating a call changes nothing. A sent picture counts as new. */
function isStoredAlready(versions: readonly sql.VersionRow[], text: string, picture: sql.NewPicture): boolean {
  if (picture && 'bytes' in picture) return false;
  const newestVersion = versions.find(({ state }) => state !== 'shown') ?? versions[0];
  if (!newestVersion || newestVersion.state === 'refused' || newestVersion.text !== text) return false;
  return picture === null
    ? !newestVersion.hasPicture
    : newestVersion.hasPicture && newestVersion.id === picture.fromVersionId;
}

async function loadOwnIntroduction(db: Db | Tx, coach: number): Promise<OwnIntroduction> {
  const versions = await sql.listVersions(db, coach);
  const shownVersion = versions.find(({ state }) => state === 'shown');
  const openVersion = versions.find(({ state }) => state !== 'shown');
  return {
    shown: shownVersion ? toOwnVersion(shownVersion) : null,
    open: openVersion ? toOwnVersion(openVersion) : null,
  };
}

const toOwnVersion = ({ id, text, hasPicture, state, reason, proposedAt }: sql.VersionRow): OwnVersion => ({
  introductionId: id,
  text,
  state,
  reason,
  pictureId: hasPicture ? id : null,
  proposedAt: proposedAt.toISOString(),
});

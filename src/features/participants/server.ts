import { selectDocuments } from '../files/exports.ts';
import { rememberFoundParticipants, locationExists, lockParticipant, participantExists } from '../people/exports.ts';
import { hashPassword } from '../../platform/password-hash.ts';
import { setPasswordFromAdmin, isDifferentMailbox, endAccessOfOldMailbox, revokeAccess } from '../accounts/exports.ts';
import { generatePassword } from '../mail/exports.ts';
import { audit } from '../audit/exports.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import { createRoutesWithExistenceChecks, type App, type ExistenceChecks } from '../../platform/http/calls/handler.ts';
import { notFound, ServerError } from '../../platform/server-error.ts';
import { refuseOutdatedForm, withVersion } from '../../platform/http/calls/record-version.ts';
import { dayAndSlot, instantsOfDays } from '../../shared/berlin.ts';
import { groupBy } from '../../shared/group.ts';
import { applyProfileChange, contactKeys, detailKeys, nameKeys, profileOf } from '../../shared/profile.ts';
import * as contract from './contract.ts';
import { anonymise, inactivate, lockErasable } from './erase.steps.ts';
import { noLocationMessage, staffStillActiveMessage, findRefusalReason } from './rules.ts';
import * as sql from './sql.ts';

const existenceChecks: ExistenceChecks<typeof contract> = {
  changeUserData: ({ input, db }) => participantExists(db, input.participantId),
};

/** Handlers of the search for participants and of their administration. */
export const routes = createRoutesWithExistenceChecks(contract, existenceChecks, {
  async searchParticipant({ input, person, app, db }) {
    const { searchString: text } = input;
    const data = await sql.findForCoachPicker(db, person.id, text);
    const otherIds = data.filter(({ isOwn }) => !isOwn).map(({ participantId }) => participantId);
    if (person.caller === 'coach') await rememberFoundParticipants(db, app.clock, person.id, otherIds);
    return {
      data,
      meta: { unchoosable: await sql.findUnchoosablePeople(db, text, { coach: person.id, mailboxOnly: false }) },
    };
  },

  async searchParticipantAsAdmin({ input, db }) {
    const { searchString, mailbox: mailboxOnly = false } = input;
    const data = await sql.findForAdminPicker(db, searchString, mailboxOnly);
    const unchoosable = await sql.findUnchoosablePeople(db, searchString, { coach: null, mailboxOnly });
    return { data, meta: { unchoosable } };
  },

  async searchOwnParticipants({ input, person, db }) {
    const criteria = { search: input.searchString, day: null, coach: person.id };
    return loadSearchResult(db, person.id, { ...criteria, ...toCriteria(input), ...toPage(input) });
  },

  async searchAllParticipants({ input, person, db }) {
    const { searchString: search = '', date, coachId = null } = input;
    if (!search && !date && coachId === null && !contract.hasMoreCriteria(input)) throw criterionMissing();
    const day = date ? instantsOfDays(date) : null;
    return loadSearchResult(db, person.id, { search, day, coach: coachId, ...toCriteria(input), ...toPage(input) });
  },

  async changeActiveStatus({ input, person, app, transaction, refuse }) {
    const { participantId: id, participantStatus: inactivating } = input;
    await transaction(async (tx) => {
      const reason = findRefusalReason(inactivating ? 'inactivate' : 'reactivate', await lockForAction(tx, app, id));
      if (reason === 'staff') throw refuse(reason);
      // The status is already set: a retry after a lost response succeeds.
      if (reason) return;
      if (inactivating) return inactivate(tx, app, id, person.id);
      await sql.setInactive(tx, app.clock, id, false);
      await audit(tx, { actor: person.id, action: 'reactivated', person: id });
    });
    return {};
  },

  async changeUserData({ input, person, app, transaction, refuse }) {
    const { participantId: id, locationId } = input;
    await transaction(async (tx) => {
      const account = await lockForAction(tx, app, id);
      if (locationId === null || !(await locationExists(tx, locationId)))
        throw new ServerError(200, 'invalid', noLocationMessage, {
          errors: [{ path: 'locationId', message: noLocationMessage }],
        });
      const reason = findRefusalReason('edit', account);
      if (reason === 'inactive' || reason === 'staff') throw refuse(reason);
      refuseOutdatedForm(contract.changeUserData, input.version, toUserData(id, account));
      const violation = await sql.updateParticipantData(tx, id, { ...applyProfileChange(account, input), locationId });
      if (violation) throw refuse(violation);
      const hasNewMailbox = isDifferentMailbox(account.email, input.email);
      if (hasNewMailbox) await endAccessOfOldMailbox(tx, id, account);
      await audit(tx, { actor: person.id, action: hasNewMailbox ? 'emailChanged' : 'userDataChanged', person: id });
    });
    return {};
  },

  async setDefaultPassword({ input, person, app, transaction, refuse }) {
    const id = input.userId;
    const defaultPassword = app.settings.defaultPassword ?? generatePassword(12).text;
    const hash = await hashPassword(defaultPassword);
    await transaction(async (tx) => {
      const reason = findRefusalReason('setDefaultPassword', await lockForAction(tx, app, id));
      if (reason && reason !== 'notInactive') throw refuse(reason);
      await setPasswordFromAdmin(tx, app.clock, id, hash);
      await revokeAccess(tx, id);
      await audit(tx, { actor: person.id, action: 'defaultPasswordSet', person: id });
    });
    return { data: { defaultPassword } };
  },

  async anonymizeUserData({ input, person, app, transaction, refuse }) {
    const id = input.participantId;
    await transaction(async (tx) => {
      const erasable = await lockErasable(tx, id, app.usesLocks);
      if (!erasable) throw notFound();
      if (!erasable.inactive) throw refuse('notInactive', erasable.isStaff ? staffStillActiveMessage : undefined);
      await anonymise(tx, app, id, person.id, erasable);
    });
    return {};
  },
});

/**
 * Returns the refusal of a search without criteria. It has an empty list, which clients expect in every response
 * (reference 8.2).
 */
function criterionMissing(): ServerError {
  return new ServerError(200, 'criterionMissing', contract.searchAllParticipants.refusals.criterionMissing, {
    data: [],
  });
}

/**
 * Locks a participant and their account, and returns the facts that decide whether an action is possible. Throws 404
 * for an unknown or erased participant.
 */
async function lockForAction(tx: Tx, app: App, id: number): Promise<sql.AccountRow> {
  const account = (await lockParticipant(tx, id, app.usesLocks)) ? await sql.lockAccount(tx, id) : null;
  if (!account || account.anonymised) throw notFound();
  return account;
}

/** The fields in the form for a participant's data. */
const formKeys = [...nameKeys, ...contactKeys, 'locationId', ...detailKeys] as const;

/** Returns the data of a participant with its version. */
function toUserData(participantId: number, row: sql.ParticipantData): contract.UserData {
  const { location, locationId } = row;
  return withVersion({ participantId, ...profileOf(row), location, locationId }, formKeys);
}

/** Returns the criteria of a search other than text, day and coach. */
function toCriteria({
  mailbox: mailboxOnly = false,
  locationId = null,
  endFrom = '',
  endTill = '',
}: contract.MoreCriteria) {
  return { mailboxOnly, location: locationId, endOfQualification: { from: endFrom, till: endTill } };
}

/** Returns the requested page of the hits and their order. */
function toPage({
  sort: order = contract.relevanceOrder,
  status = null,
  page = 1,
  pageSize = contract.maxHits,
}: contract.HitPage) {
  return {
    order,
    inactive: status === null ? null : status === 1,
    limit: pageSize,
    offset: (page - 1) * pageSize,
  };
}

/**
 * Returns the participants that a search finds, with their documents (as `reader` sees them) and appointments. Always
 * runs three statements.
 */
async function loadSearchResult(db: Db, reader: number, criteria: sql.Criteria) {
  const { rows, activeCount, inactiveCount } = await sql.search(db, criteria);
  const ids = rows.map((row) => row.id);
  const documents = groupBy(await selectDocuments(db, ids, reader), (document) => document.participant);
  const appointments = groupBy(await sql.listAppointments(db, ids), (appointment) => appointment.participant);
  return {
    data: rows.map((row): contract.ParticipantHit => {
      const files = documents.get(row.id) ?? [];
      const ownAppointments = appointments.get(row.id) ?? [];
      return {
        ...toUserData(row.id, row),
        fullName: row.fullName,
        status: row.inactive ? 1 : 0,
        confirmed: row.confirmed,
        isStaff: row.isStaff,
        selfBooked: ownAppointments.filter(({ isInQuota }) => isInQuota).length,
        files: { meta: { total: files.length }, data: files },
        appointments: {
          data: ownAppointments.map(({ id, startsAt, endsAt, status, cancelKind, attended, coach }) => ({
            id,
            ...dayAndSlot({ startsAt, endsAt }),
            coachFullName: coach,
            status,
            cancelKind,
            attended,
          })),
        },
      };
    }),
    meta: {
      total: activeCount + inactiveCount,
      counts: { active: activeCount, inactive: inactiveCount },
    },
  };
}

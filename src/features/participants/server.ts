import { listDocuments } from '../files/exports.ts';
import { rememberFound, locationExists, lockParticipant, participantExists } from '../people/exports.ts';
import { hashPassword } from '../../platform/password-hash.ts';
import { setGivenPassword, isOtherMailbox, leaveMailbox, revokeAccess } from '../accounts/exports.ts';
import { newPassword } from '../mail/exports.ts';
import { audit } from '../audit/exports.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import { serveObjects, type App, type Objects } from '../../platform/http/calls/handler.ts';
import { notFound, ServerError } from '../../platform/server-error.ts';
import { refuseUnseen, versioned } from '../../platform/http/calls/record-version.ts';
import { dayAndSlot, instantsOfDays } from '../../shared/berlin.ts';
import { groupBy } from '../../shared/group.ts';
import { changedProfile, contactKeys, detailKeys, nameKeys, profileOf } from '../../shared/profile.ts';
import * as contract from './contract.ts';
import { anonymise, inactivate, lockErasable } from './erase.steps.ts';
import { noLocation, staffStillActive, whyNot } from './rules.ts';
import * as sql from './sql.ts';

const objects: Objects<typeof contract> = {
  changeUserData: ({ input, db }) => participantExists(db, input.participantId),
};

/** Handlers of the search for participants and of their administration. */
export const routes = serveObjects(contract, objects, {
  async searchParticipant({ input, person, app, db }) {
    const { searchString: text } = input;
    const data = await sql.findForPicker(db, person.id, text);
    const others = data.filter(({ own }) => !own).map(({ participantId }) => participantId);
    if (person.caller === 'coach') await rememberFound(db, app.clock, person.id, others);
    return { data, meta: { unchoosable: await sql.findUnchoosable(db, text, { coach: person.id }) } };
  },

  async searchShort({ input, db }) {
    const data = await sql.findForAdmin(db, input.searchString);
    return { data, meta: { unchoosable: await sql.findUnchoosable(db, input.searchString, { coach: null }) } };
  },

  async searchOwn({ input, person, db }) {
    const own = { search: input.searchString, day: null, coach: person.id };
    return searchResult(db, person.id, { ...own, ...furtherCriteriaOf(input), ...pageOf(input) });
  },

  async searchAll({ input, person, db }) {
    const { searchString: search = '', date, coachId = null } = input;
    if (!search && !date && coachId === null && !contract.isFiltered(input)) throw noCriterion();
    const day = date ? instantsOfDays(date) : null;
    return searchResult(db, person.id, { search, day, coach: coachId, ...furtherCriteriaOf(input), ...pageOf(input) });
  },

  async changeActiveStatus({ input, person, app, transaction, refuse }) {
    const { participantId: id, participantStatus: inactivating } = input;
    await transaction(async (tx) => {
      const reason = whyNot(inactivating ? 'inactivate' : 'reactivate', await lock(tx, app, id));
      if (reason === 'staff') throw refuse(reason);
      // The same status again: a retry after a lost answer does no harm.
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
      const before = await lock(tx, app, id);
      if (locationId === null || !(await locationExists(tx, locationId)))
        throw new ServerError(200, 'invalid', noLocation, { errors: [{ path: 'locationId', message: noLocation }] });
      const reason = whyNot('edit', before);
      if (reason === 'inactive' || reason === 'staff') throw refuse(reason);
      refuseUnseen(contract.changeUserData, input.version, userData(id, before));
      const known = await sql.saveData(tx, id, { ...changedProfile(before, input), locationId });
      if (known) throw refuse(known);
      const moved = isOtherMailbox(before.email, input.email);
      if (moved) await leaveMailbox(tx, id, before);
      await audit(tx, { actor: person.id, action: moved ? 'emailChanged' : 'userDataChanged', person: id });
    });
    return {};
  },

  async setDefaultPassword({ input, person, app, transaction, refuse }) {
    const id = input.userId;
    const defaultPassword = app.settings.defaultPassword ?? newPassword(12).text;
    const hash = await hashPassword(defaultPassword);
    await transaction(async (tx) => {
      const reason = whyNot('setDefaultPassword', await lock(tx, app, id));
      if (reason && reason !== 'notInactive') throw refuse(reason);
      await setGivenPassword(tx, app.clock, id, hash);
      await revokeAccess(tx, id);
      await audit(tx, { actor: person.id, action: 'defaultPasswordSet', person: id });
    });
    return { data: { defaultPassword } };
  },

  async anonymizeUserData({ input, person, app, transaction, refuse }) {
    const id = input.participantId;
    await transaction(async (tx) => {
      const found = await lockErasable(tx, id, app.locks);
      if (!found) throw notFound();
      if (!found.inactive) throw refuse('notInactive', found.isStaff ? staffStillActive : undefined);
      await anonymise(tx, app, id, person.id, found);
    });
    return {};
  },
});

/**
 * The refusal of a search without criteria, with an empty list, which clients expect in every answer (reference 8.2).
 */
function noCriterion(): ServerError {
  return new ServerError(200, 'criterionMissing', contract.searchAll.refusals.criterionMissing, { data: [] });
}

/**
 * Locks a participant and their account, and returns the facts for an action; throws 404 for an unknown or erased one.
 */
async function lock(tx: Tx, app: App, id: number): Promise<sql.AdministeredRow> {
  const found = (await lockParticipant(tx, id, app.locks)) ? await sql.lockAdministered(tx, id) : null;
  if (!found || found.anonymised) throw notFound();
  return found;
}

/** The fields in the form of a participant's data. */
const inForm = [...nameKeys, ...contactKeys, 'locationId', ...detailKeys] as const;

/** The data of a participant with their version. */
function userData(participantId: number, row: sql.Data): contract.UserData {
  const { location, locationId } = row;
  return versioned({ participantId, ...profileOf(row), location, locationId }, inForm);
}

/** The further criteria of a search. */
function furtherCriteriaOf({ mailbox = false, locationId = null, endFrom = '', endTill = '' }: contract.Further) {
  return { mailbox, location: locationId, ends: { from: endFrom, till: endTill } };
}

/** The page of the hits that a search asks for, and their order. */
function pageOf({ sort = 'fit', status = null, page = 1, pageSize = contract.mostFound }: contract.Part) {
  return {
    order: sort,
    inactive: status === null ? null : status === 1,
    limit: pageSize,
    offset: (page - 1) * pageSize,
  };
}

/**
 * The participants that a search finds with their documents (as `reader` sees them) and appointments, always in three
 * statements.
 */
async function searchResult(db: Db, reader: number, criteria: sql.Criteria) {
  const { rows, active, inactive } = await sql.search(db, criteria);
  const ids = rows.map((row) => row.id);
  const documents = groupBy(await listDocuments(db, ids, reader), (document) => document.participant);
  const appointments = groupBy(await sql.listAppointments(db, ids), (appointment) => appointment.participant);
  return {
    data: rows.map((row): contract.FoundParticipant => {
      const files = documents.get(row.id) ?? [];
      return {
        ...userData(row.id, row),
        fullName: row.fullName,
        status: row.inactive ? 1 : 0,
        confirmed: row.confirmed,
        isStaff: row.isStaff,
        files: { meta: { total: files.length }, data: files },
        appointments: {
          data: (appointments.get(row.id) ?? []).map(({ id, startsAt, endsAt, status, cancelKind, coach }) => ({
            id,
            ...dayAndSlot({ startsAt, endsAt }),
            coachFullName: coach,
            status,
            cancelKind,
          })),
        },
      };
    }),
    meta: { total: active + inactive, counts: { active, inactive } },
  };
}

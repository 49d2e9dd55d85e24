import { listDocuments } from '../files/sql.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { locationExists, lockParticipant, participantExists, setGivenPassword } from '../accounts/sql.ts';
import { isOtherMailbox, leaveMailbox, shutOut } from '../accounts/ways-in.ts';
import { newPassword } from '../mail/secrets.ts';
import { audit } from '../server/audit.ts';
import type { Db, Tx } from '../server/db.ts';
import { serveObjects, type App, type Objects } from '../server/handler.ts';
import { notFound, Refused } from '../server/refusal.ts';
import { refuseUnseen, versioned } from '../server/version.ts';
import { dayAndSlot, instantsOfDays } from '../shared/berlin.ts';
import { groupBy } from '../shared/group.ts';
import * as contract from './contract.ts';
import { anonymise, inactivate } from './erase.ts';
import { noLocation, whyNot } from './rules.ts';
import * as sql from './sql.ts';

const objects: Objects<typeof contract> = {
  changeUserData: ({ input, db }) => participantExists(db, input.participantId),
};

/** Handlers of the search for participants and of what admins do with them. */
export const served = serveObjects(contract, objects, {
  async searchParticipant({ input, person, db }) {
    const { searchString: text } = input;
    const data = await sql.findForPicker(db, person.id, text);
    return { data, meta: { unchoosable: await sql.findUnchoosable(db, text, { coach: person.id }) } };
  },

  async searchShort({ input, db }) {
    const data = await sql.findForAdmin(db, input.searchString);
    return { data, meta: { unchoosable: await sql.findUnchoosable(db, input.searchString, { coach: null }) } };
  },

  async searchOwn({ input, person, db }) {
    return found(db, person.id, { search: input.searchString, day: null, coach: person.id, ...partOf(input) });
  },

  async searchAll({ input, person, db }) {
    const { searchString: search = '', date, coachId = null } = input;
    if (!search && !date && coachId === null) throw noCriterion();
    const day = date ? instantsOfDays(date) : null;
    return found(db, person.id, { search, day, coach: coachId, ...partOf(input) });
  },

  async changeActiveStatus({ input, person, app, transaction, refuse }) {
    const { participantId: id, participantStatus: wanted } = input;
    await transaction(async (tx) => {
      const reason = whyNot(wanted ? 'inactivate' : 'reactivate', await lock(tx, app, id));
      if (reason === 'staff') throw refuse(reason);
      // The present status once more: a retry after a lost answer does no harm.
      if (reason) return;
      if (wanted) return inactivate(tx, app, id, person.id);
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
        throw new Refused(200, 'invalid', noLocation, { errors: [{ path: 'locationId', message: noLocation }] });
      const reason = whyNot('edit', before);
      if (reason === 'inactive' || reason === 'staff') throw refuse(reason);
      refuseUnseen(contract.changeUserData, input.version, userData(id, before));
      const known = await sql.saveData(tx, id, { ...input, locationId });
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
      await shutOut(tx, id);
      await audit(tx, { actor: person.id, action: 'defaultPasswordSet', person: id });
    });
    return { data: { defaultPassword } };
  },

  async anonymizeUserData({ input, person, app, transaction, refuse }) {
    const id = input.participantId;
    await transaction(async (tx) => {
      const reason = whyNot('anonymise', await lock(tx, app, id));
      if (reason === 'notInactive' || reason === 'staff') throw refuse(reason);
      await anonymise(tx, app, id, person.id);
    });
    return {};
  },
});

/** The refusal of a search for anybody: clients read its list as they read every other (contract §9). */
function noCriterion(): Refused {
  return new Refused(200, 'criterionMissing', contract.searchAll.refusals.criterionMissing, { data: [] });
}

/** Locks a participant and their account, and reads what decides on a deed; throws 404 for an unknown or erased one. */
async function lock(tx: Tx, app: App, id: number): Promise<sql.AdministeredRow> {
  const found = (await lockParticipant(tx, id, app.locks)) ? await sql.lockAdministered(tx, id) : null;
  if (!found || found.anonymised) throw notFound();
  return found;
}

/** What the form of a participant's data shows. */
const inForm = [
  ...(['firstName', 'lastName', 'email', 'phoneNumber', 'locationId'] as const),
  ...(['qualification', 'startOfQualification', 'endOfQualification'] as const),
];

/** The data of a participant with their version. */
function userData(participantId: number, row: sql.Data): contract.UserData {
  const { firstName, lastName, email, phoneNumber, location, locationId } = row;
  const { qualification, startOfQualification, endOfQualification } = row;
  return versioned(
    {
      ...{ participantId, firstName, lastName, email, phoneNumber, location, locationId },
      ...{ qualification, startOfQualification, endOfQualification },
    },
    inForm,
  );
}

/** Which of the hits a search asks for. */
function partOf({ status = null, page = 1, pageSize = contract.mostFound }: contract.Part) {
  return { inactive: status === null ? null : status === 1, limit: pageSize, offset: (page - 1) * pageSize };
}

/** The participants of a search with their documents (as `reader` sees them) and appointments, in three statements however many they are. */
async function found(db: Db, reader: number, criteria: sql.Criteria) {
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

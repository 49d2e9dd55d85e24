// The public API of 'people' for the server code of other features, in addition to its contract and rules.
export {
  nameBeginsWith,
  findPersonIds,
  emailContains,
  nameContains,
  matchesPerson,
  phoneContains,
  relevance,
} from './names.sql.ts';
export {
  deleteExpiredLookups,
  isOwnParticipant,
  ownParticipantCondition,
  mayBookFor,
  rememberFoundParticipants,
} from './own-participants.sql.ts';
export { erasedValues, hasProfileData, profileSelection, profileValues, profileColumnLabels } from './profile.sql.ts';
export {
  listActiveAdminIds,
  hasAccess,
  hasCoachProfile,
  isParticipantActive,
  activeParticipantCondition,
  locationExists,
  lockParticipant,
  lockPerson,
  participantExists,
  lockActivePerson,
} from './sql.ts';

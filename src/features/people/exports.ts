// The public API of 'people' for the server code of other features, in addition to its contract and rules.
export { nameBeginsWith, findPeople, emailContains, nameContains, matchesName, relevance } from './names.sql.ts';
export {
  deleteExpiredFinds,
  isOwnParticipant,
  makesOwnParticipant,
  mayBookFor,
  rememberFoundParticipants,
} from './own-participants.sql.ts';
export { erasedValues, hasProfileData, profileSelection, profileValues, profileColumnLabels } from './profile.sql.ts';
export {
  activeAdmins,
  hasAccess,
  hasCoachProfile,
  isActive,
  isActiveParticipant,
  locationExists,
  lockParticipant,
  lockPerson,
  participantExists,
  lockActivePerson,
} from './sql.ts';

// The front door of `people`: what the server code of other nouns uses, beside its contract and its rules.
export { beginsInName, findPeople, holdsInEmail, holdsInName, matchesName, relevance } from './names.sql.ts';
export { deleteExpiredFinds, isOwnParticipant, makesOwn, mayBookFor, rememberFound } from './own-participants.sql.ts';
export { erasedValues, holdsProfile, profileSelection, profileValues, profileWords } from './profile.sql.ts';
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
  staysActive,
} from './sql.ts';

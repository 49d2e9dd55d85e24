// What is used of the library, which is loaded when somebody signs in: as one file, so that there is one copy of it.
export {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client';

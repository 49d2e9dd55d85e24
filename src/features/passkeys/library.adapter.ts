// What is used of the library. It is loaded as one file: its parts register classes in the order in which they load.
export { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
export { decodeAttestationObject, isoCBOR } from '@simplewebauthn/server/helpers';

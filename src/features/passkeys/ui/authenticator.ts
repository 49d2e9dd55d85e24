/** The part of the library that signing in and creating passkeys need. It is loaded when the first of them starts. */
export { startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser';

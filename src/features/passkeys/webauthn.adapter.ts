import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { RelyingParty } from '../../platform/settings/relying-party.ts';
import type { CreatedCredential, CreationOptions, RequestOptions, SignedCredential } from './contract.ts';
import { challengeMinutes } from './rules.ts';

/** The signatures that are accepted, by their numbers in COSE, the preferred one first: ES256, EdDSA, RS256. */
const algorithms = [-7, -8, -257];

const timeout = challengeMinutes * 60_000;

// The library brings parsers of certificates, so a process loads it only when it needs it.
const loadLibrary = () => import('./library.adapter.ts');

/** The hash of a challenge, as it is stored. The challenge is in base64url, as in the options. */
export const hashChallenge = (challenge: string) => createHash('sha256').update(challenge).digest();

/** Creates a challenge of 256 random bits, in base64url. */
export const createChallenge = () => randomBytes(32).toString('base64url');

/**
 * The id by which a device groups the passkeys of a person, in base64url: always the same for a person of this portal,
 * and without meaning for anybody else.
 */
export const userHandleOf = ({ id }: Pick<RelyingParty, 'id'>, person: number) =>
  createHash('sha256').update(`passkeys of ${person} at ${id}`).digest('base64url');

/** The options with which a browser creates a passkey. `excluded` are the ids of the person's other ones. */
export function toCreationOptions(
  { id }: RelyingParty,
  provider: string,
  person: { id: number; email: string; fullName: string },
  challenge: string,
  excluded: readonly Buffer[],
): CreationOptions {
  return {
    rp: { id, name: provider },
    user: { id: userHandleOf({ id }, person.id), name: person.email, displayName: person.fullName },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout,
    excludeCredentials: excluded.map((credential) => ({ type: 'public-key', id: credential.toString('base64url') })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  };
}

/** The options with which a browser signs in. They list no passkeys: the browser offers those that it has. */
export function toRequestOptions({ id }: RelyingParty, challenge: string): RequestOptions {
  return { rpId: id, challenge, timeout, userVerification: 'required' };
}

/**
 * Reads the challenge that a device has signed; null if there is none, or if the page was embedded in one of another
 * site, which no page of the portal ever is.
 */
export function readChallenge(clientDataJSON: string): string | null {
  try {
    const clientData: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    if (typeof clientData !== 'object' || clientData === null || !('challenge' in clientData)) return null;
    const isEmbedded = 'crossOrigin' in clientData && clientData.crossOrigin === true;
    return typeof clientData.challenge === 'string' && !isEmbedded ? clientData.challenge : null;
  } catch {
    return null;
  }
}

/** What the portal keeps of a new passkey. */
export interface NewCredential {
  credentialId: Buffer;
  publicKey: Buffer;
  signCount: number;
  synced: boolean;
}

/**
 * Checks what a browser has created for this challenge: the origin, the relying party, and that the device has verified
 * the person. Returns the new passkey; null if anything is wrong.
 */
export async function verifyCreated(
  { id, origin }: RelyingParty,
  challenge: string,
  credential: CreatedCredential,
): Promise<NewCredential | null> {
  const library = await loadLibrary();
  try {
    const attestationObject = removeAttestation(credential.response.attestationObject, library);
    const { registrationInfo } = await library.verifyRegistrationResponse({
      response: toResponse(credential, { ...credential.response, attestationObject }),
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!registrationInfo || registrationInfo.credential.id !== credential.id) return null;
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(registrationInfo.credential.publicKey),
      signCount: registrationInfo.credential.counter,
      synced: registrationInfo.credentialBackedUp,
    };
  } catch {
    return null;
  }
}

/**
 * Replaces what a device says about its maker by nothing. The portal does not ask for it, and so never reads
 * certificates that strangers have written.
 */
function removeAttestation(
  attestationObject: string,
  { decodeAttestationObject, isoCBOR }: Awaited<ReturnType<typeof loadLibrary>>,
): string {
  const authData = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url'))).get('authData');
  const replaced = new Map<string, string | Uint8Array | Map<never, never>>([
    ['fmt', 'none'],
    ['attStmt', new Map<never, never>()],
    ['authData', authData],
  ]);
  return Buffer.from(isoCBOR.encode(replaced)).toString('base64url');
}

/** What a device has said at a sign-in. */
export interface Assertion {
  signCount: number;
  synced: boolean;
}

/**
 * Checks the signature of a sign-in with this challenge by a passkey's public key, and the origin, the relying party
 * and that the device has verified the person. Null if anything is wrong. The caller compares the counter.
 */
export async function verifySigned(
  { id, origin }: RelyingParty,
  challenge: string,
  credential: SignedCredential,
  publicKey: Buffer,
): Promise<Assertion | null> {
  const { verifyAuthenticationResponse } = await loadLibrary();
  try {
    const { userHandle, ...response } = credential.response;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: toResponse(credential, { ...response, ...(userHandle ? { userHandle } : {}) }),
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      // The counter is compared later, under the person's lock. 0 makes the library accept every counter.
      credential: { id: credential.id, publicKey: new Uint8Array(publicKey), counter: 0 },
    });
    const { newCounter: signCount, credentialBackedUp: synced } = authenticationInfo;
    return verified ? { signCount, synced } : null;
  } catch {
    return null;
  }
}

/** A credential in the form of the library, which refuses another type than 'public-key'. */
function toResponse<Response>({ id, rawId, type }: SignedCredential | CreatedCredential, response: Response) {
  return { id, rawId, type: type as 'public-key', clientExtensionResults: {}, response };
}

/**
 * A new public key (ES256 in COSE), whose private key is dropped. Signatures of unknown passkeys are checked with it, so
 * that the response takes as long as for known ones.
 */
export const unknownKey = createUnknownKey();

function createUnknownKey(): Buffer {
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
  // A map of the type of key, the algorithm, the curve and the two coordinates (RFC 9053).
  const [start, beforeY] = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from('225820', 'hex')];
  return Buffer.concat([start, Buffer.from(x, 'base64url'), beforeY, Buffer.from(y, 'base64url')]);
}

import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/** What can be wrong, or different, in what an authenticator says. By default, nothing. */
export interface Statement {
  /** The origin of the page; http://localhost:3000 by default, as the portals of tests have it. */
  origin?: string;
  /** The host that the passkey belongs to; by default the one in the options. */
  rpId?: string;
  /** Another challenge than the one in the options. */
  challenge?: string;
  /** Whether the device has verified the person, by a fingerprint for example. */
  isVerified?: boolean;
  /** Whether the maker of the device keeps a copy of the key. */
  isSynced?: boolean;
  /** How often the device has used the key; by default it does not count and says 0. */
  signCount?: number;
  /** The page's place: whether a page of another site has embedded it. */
  isEmbedded?: boolean;
  /** What the device says about its maker: nothing by default, or a statement with a certificate. */
  certificate?: Buffer;
  userHandle?: string | null;
}

/** A passkey in an authenticator made of software, which plays the part of browser and device together. */
export interface Authenticator {
  credentialId: string;
  /** Answers the options of `preparePasskey` like `navigator.credentials.create` (RegistrationResponseJSON). */
  create: (options: { challenge: string; rp: { id: string }; user: { id: string } }, statement?: Statement) => Created;
  /** Answers the options of `startPasskeyLogin` like `navigator.credentials.get` (AuthenticationResponseJSON). */
  sign: (options: { challenge: string; rpId: string }, statement?: Statement) => Signed;
}

interface Created {
  id: string;
  rawId: string;
  type: string;
  clientExtensionResults: object;
  response: { clientDataJSON: string; attestationObject: string; transports: string[] };
}

interface Signed {
  id: string;
  rawId: string;
  type: string;
  clientExtensionResults: object;
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle: string | null };
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** Makes an authenticator with a new key (ES256). `credentialId` may be the one of another key. */
export function openAuthenticator(credentialId = randomBytes(32).toString('base64url')): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const key = encode(
    new Map<Cbor, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
  const id = Buffer.from(credentialId, 'base64url');
  let userHandle: string | null = null;
  const credential = { id: credentialId, rawId: credentialId, type: 'public-key', clientExtensionResults: {} };
  return {
    credentialId,
    create(options, statement = {}) {
      userHandle = options.user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attestedKey = Buffer.concat([Buffer.alloc(16), length, id, key]);
      const attestation = statement.certificate
        ? { fmt: 'packed', attStmt: new Map<Cbor, Cbor>([['x5c', [statement.certificate]]]) }
        : { fmt: 'none', attStmt: new Map<Cbor, Cbor>() };
      const attestationObject = encode(
        new Map<Cbor, Cbor>([
          ['fmt', attestation.fmt],
          ['attStmt', attestation.attStmt],
          ['authData', authenticatorData(options.rp.id, statement, attestedKey)],
        ]),
      );
      const clientDataJSON = clientData('webauthn.create', options.challenge, statement).toString('base64url');
      const transports = ['internal'];
      return {
        ...credential,
        response: { clientDataJSON, attestationObject: attestationObject.toString('base64url'), transports },
      };
    },
    sign(options, statement = {}) {
      const client = clientData('webauthn.get', options.challenge, statement);
      const data = authenticatorData(options.rpId, statement);
      const signature = createSign('SHA256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey);
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: statement.userHandle === undefined ? userHandle : statement.userHandle,
        },
      };
    },
  };
}

function clientData(type: string, challenge: string, statement: Statement): Buffer {
  return Buffer.from(
    JSON.stringify({
      type,
      challenge: statement.challenge ?? challenge,
      origin: statement.origin ?? 'http://localhost:3000',
      crossOrigin: statement.isEmbedded ?? false,
    }),
  );
}

/** The bits of the flags: user present, user verified, backup eligible, backup state, attested key included. */
const flags = { present: 1, verified: 4, eligible: 8, backedUp: 16, attested: 64 };

function authenticatorData(rpId: string, statement: Statement, attestedKey?: Buffer): Buffer {
  const { isVerified = true, isSynced = false, signCount = 0 } = statement;
  const bits =
    flags.present |
    (isVerified ? flags.verified : 0) |
    (isSynced ? flags.eligible | flags.backedUp : 0) |
    (attestedKey ? flags.attested : 0);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(signCount);
  return Buffer.concat([
    sha256(statement.rpId ?? rpId),
    Buffer.from([bits]),
    count,
    ...(attestedKey ? [attestedKey] : []),
  ]);
}

type Cbor = number | string | Buffer | Cbor[] | Map<Cbor, Cbor>;

/** Encodes a value as CBOR (RFC 8949), as far as authenticators need it. */
function encode(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(encode)]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, item]) => [encode(key), encode(item)])]);
}

/** The first bytes of a value: its type, and its length or the number itself. */
function head(type: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(type << 5) | length]);
  if (length < 256) return Buffer.from([(type << 5) | 24, length]);
  return Buffer.from([(type << 5) | 25, length >> 8, length & 255]);
}

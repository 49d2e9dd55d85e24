import { describe, expect, test } from 'vitest';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { findRelyingParty } from '../../platform/settings/relying-party.ts';
import { openAuthenticator } from '../../../tests/support/authenticator.ts';
import {
  createChallenge,
  hashChallenge,
  readChallenge,
  unknownKey,
  userHandleOf,
  verifyCreated,
  verifySigned,
} from './webauthn.adapter.ts';

const relyingParty = { id: 'localhost', origin: 'http://localhost:3000' };

describe('the portal as relying party [3.16]', () => {
  test.each([
    ['https://portal.example', { id: 'portal.example', origin: 'https://portal.example' }],
    ['https://portal.example:8443/unter/pfad', { id: 'portal.example', origin: 'https://portal.example:8443' }],
    ['http://localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
    ['http://192.0.2.1:3000', null],
    ['http://[2001:db8::1]', null],
  ])('%s is %j', (publicUrl, expected) => {
    expect(findRelyingParty({ publicUrl })).toEqual(expected);
  });
});

describe('a challenge [3.16]', () => {
  test('has 256 random bits, and only its hash is stored', () => {
    const [challenge, other] = [createChallenge(), createChallenge()];
    expect(Buffer.from(challenge, 'base64url')).toHaveLength(32);
    expect(challenge).not.toBe(other);
    expect(hashChallenge(challenge)).toHaveLength(32);
    expect(hashChallenge(challenge).includes(Buffer.from(challenge, 'base64url'))).toBe(false);
  });

  test.each(['', 'AAAA', 'null', '"text"', '{}', '{"challenge":1}', '{"challenge":"a","crossOrigin":true}'])(
    'is not read from %j',
    (text) => {
      expect(readChallenge(Buffer.from(text).toString('base64url'))).toBeNull();
    },
  );
});

describe('the id of a person for devices [3.16]', () => {
  test('is always the same, differs between people and portals, and does not contain the number of the person', () => {
    expect(userHandleOf(relyingParty, 7)).toBe(userHandleOf(relyingParty, 7));
    expect(userHandleOf(relyingParty, 7)).not.toBe(userHandleOf(relyingParty, 8));
    expect(userHandleOf(relyingParty, 7)).not.toBe(userHandleOf({ id: 'portal.example' }, 7));
    expect(Buffer.from(userHandleOf(relyingParty, 7), 'base64url')).toHaveLength(32);
  });
});

describe('a signature [3.16]', () => {
  const options = { challenge: createChallenge(), rp: relyingParty, user: { id: 'AAAA' } };
  const requested = { challenge: options.challenge, rpId: relyingParty.id };

  test('is accepted only with the key that was created', async () => {
    const authenticator = openAuthenticator();
    const created = await verifyCreated(
      relyingParty,
      options.challenge,
      authenticator.create(options, { isSynced: true, signCount: 4 }),
    );
    expect(created).toMatchObject({ signCount: 4, synced: true });
    const signed = authenticator.sign(requested, { signCount: 5 });
    const { publicKey = unknownKey } = created ?? {};
    expect(await verifySigned(relyingParty, options.challenge, signed, publicKey)).toEqual({
      signCount: 5,
      synced: false,
    });
    expect(await verifySigned(relyingParty, options.challenge, signed, unknownKey)).toBeNull();
    expect(await verifySigned(relyingParty, options.challenge, signed, Buffer.from('no key'))).toBeNull();
  });

  test('of an unknown passkey is compared with a key of the usual form', () => {
    const key = isoCBOR.decodeFirst<Map<number, unknown>>(new Uint8Array(unknownKey));
    expect([...key.keys()]).toEqual([1, 3, -1, -2, -3]);
  });

  test('is refused after any byte of what was signed has changed', async () => {
    const authenticator = openAuthenticator();
    const created = await verifyCreated(relyingParty, options.challenge, authenticator.create(options));
    const { publicKey = unknownKey } = created ?? {};
    const signed = authenticator.sign(requested);
    const data = Buffer.from(signed.response.authenticatorData, 'base64url');
    for (let index = 0; index < data.length; index++) {
      const changed = Buffer.from(data);
      changed.writeUInt8(changed.readUInt8(index) ^ 8, index);
      const response = { ...signed.response, authenticatorData: changed.toString('base64url') };
      expect(
        await verifySigned(relyingParty, options.challenge, { ...signed, response }, publicKey),
        `byte ${index}`,
      ).toBeNull();
    }
  });
});

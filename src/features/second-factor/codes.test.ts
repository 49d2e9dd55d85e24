import { describe, expect, test } from 'vitest';
import { codeOfStep, toAppSetup, generateRecoveryCodes, generateSecret } from './codes.adapter.ts';
import { parseCode } from './rules.ts';
import { encryptSecret, decryptSecret } from './secret-encryption.adapter.ts';

describe('the codes of the app', () => {
  // The codes are from RFC 6238, appendix B (SHA-1): the last six of their eight digits.
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('match the test vectors of RFC 6238: at second %d the code is %s', (second, code) => {
    expect(codeOfStep(Buffer.from('12345678901234567890'), Math.floor(second / 30))).toBe(code);
  });

  test('are set up with an otpauth URI that contains the provider, the e-mail address and the secret', () => {
    const { base32, otpauthUri } = toAppSetup(
      Buffer.from('12345678901234567890'),
      'Bildungswerk Köln',
      'a+b@test.example',
    );
    expect(base32).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    expect(decodeURIComponent(otpauthUri)).toBe(
      'otpauth://totp/Bildungswerk Köln:a+b@test.example?issuer=Bildungswerk Köln&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
    );
  });

  test('are based on a secret of 160 random bits', () => {
    expect(generateSecret()).toHaveLength(20);
    expect(generateSecret()).not.toEqual(generateSecret());
  });
});

describe('recovery codes', () => {
  test('are ten different codes of 120 bits, written in groups, and are accepted in lower case', () => {
    const codes = generateRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/);
      expect(parseCode(` ${code.toLowerCase()} `)).toEqual({ kind: 'recovery', code: code.replaceAll('-', '') });
    }
  });
});

describe('an encrypted secret', () => {
  const [key, otherKey] = ['ab'.repeat(32), 'cd'.repeat(32)];
  test('can be decrypted only with its key and for its person, and differs after each encryption', () => {
    const encrypted = encryptSecret(key, 7, Buffer.from('secret'));
    expect(decryptSecret(key, 7, encrypted)?.toString()).toBe('secret');
    expect(decryptSecret(otherKey, 7, encrypted)).toBeNull();
    expect(decryptSecret(key, 8, encrypted)).toBeNull();
    expect(encryptSecret(key, 7, Buffer.from('secret'))).not.toEqual(encrypted);
    expect(encrypted.includes('secret')).toBe(false);
  });

  test('cannot be decrypted after a byte has been changed or the end has been cut off', () => {
    const encrypted = encryptSecret(key, 7, Buffer.from('secret'));
    for (let index = 0; index < encrypted.length; index++) {
      const changed = Buffer.from(encrypted);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      expect(decryptSecret(key, 7, changed), `byte ${index}`).toBeNull();
      expect(decryptSecret(key, 7, encrypted.subarray(0, index)), `${index} bytes`).toBeNull();
    }
  });
});

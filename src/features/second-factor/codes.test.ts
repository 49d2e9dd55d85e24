import { describe, expect, test } from 'vitest';
import { codeAt, toAppSetup, newRecoveryCodes, newSecret } from './codes.adapter.ts';
import { toGroups, parseCode } from './rules.ts';
import { encryptSecret, decryptSecret } from './secret-encryption.adapter.ts';

describe('the codes of the app', () => {
  // From RFC 6238, appendix B, SHA-1; the last six of its eight digits.
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('match the test vector of RFC 6238 at second %d: %s', (second, code) => {
    expect(codeAt(Buffer.from('12345678901234567890'), Math.floor(second / 30))).toBe(code);
  });

  test('are set up in the app with an address that contains the provider, the e-mail and the secret', () => {
    const { secret, address } = toAppSetup(
      Buffer.from('12345678901234567890'),
      'Bildungswerk Köln',
      'a+b@test.example',
    );
    expect(secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    expect(decodeURIComponent(address)).toBe(
      'otpauth://totp/Bildungswerk Köln:a+b@test.example?issuer=Bildungswerk Köln&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
    );
  });

  test('are based on a secret of 160 random bits', () => {
    expect(newSecret()).toHaveLength(20);
    expect(newSecret()).not.toEqual(newSecret());
  });
});

describe('recovery codes', () => {
  test('are ten different codes of 120 bits in groups, and are accepted in lower case', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/);
      expect(parseCode(` ${code.toLowerCase()} `)).toEqual({ of: 'recovery', code: code.replaceAll('-', '') });
    }
  });

  test('are accepted with letters that look like digits', () => {
    expect(parseCode('oOiIlL22222222222222222A')?.code).toBe('00111122222222222222222A');
  });
});

test.each(['', '12345', '1234567', '12a456', 'ABCD', '１２３４５６', '0'.repeat(25), 'U'.repeat(24)])(
  '%j is not a valid code',
  (typed) => {
    expect(parseCode(typed)).toBeNull();
  },
);

test('a code of six digits may be typed with spaces', () => {
  expect(parseCode(' 123 456 ')).toEqual({ of: 'app', code: '123456' });
  expect(toGroups('ABCDEFGHIJ')).toBe('ABCD-EFGH-IJ');
});

describe('an encrypted secret', () => {
  const [key, otherKey] = ['ab'.repeat(32), 'cd'.repeat(32)];
  test('can be decrypted only with its key and for its person, and differs with each encryption', () => {
    const sealed = encryptSecret(key, 7, Buffer.from('secret'));
    expect(decryptSecret(key, 7, sealed)?.toString()).toBe('secret');
    expect(decryptSecret(otherKey, 7, sealed)).toBeNull();
    expect(decryptSecret(key, 8, sealed)).toBeNull();
    expect(encryptSecret(key, 7, Buffer.from('secret'))).not.toEqual(sealed);
    expect(sealed.includes('secret')).toBe(false);
  });

  test('cannot be decrypted once any byte of it has been changed or removed', () => {
    const sealed = encryptSecret(key, 7, Buffer.from('secret'));
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(decryptSecret(key, 7, changed), `byte ${at}`).toBeNull();
      expect(decryptSecret(key, 7, sealed.subarray(0, at)), `${at} bytes`).toBeNull();
    }
  });
});

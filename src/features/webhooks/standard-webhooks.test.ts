import { expect, test } from 'vitest';
import { formatSecret, generateSecret, signedHeaders } from './standard-webhooks.adapter.ts';

test('a message is signed as Standard Webhooks says, for each secret [18.4]', () => {
  // The example of the libraries of Standard Webhooks.
  const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: new Date(1_614_265_330_999), body: '{"test": 2432232314}' };
  const headers = signedHeaders(message, [secret]);
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
  const [first, second, ...others] = (
    signedHeaders(message, [secret, generateSecret()])['webhook-signature'] ?? ''
  ).split(' ');
  expect(first).toBe(headers['webhook-signature']);
  expect(second).toMatch(/^v1,/);
  expect(second).not.toBe(first);
  expect(others).toEqual([]);
});

test('a secret has 32 random bytes, in base64 after whsec_ [18.1]', () => {
  expect(formatSecret(Buffer.alloc(3))).toBe('whsec_AAAA');
  expect(generateSecret()).toHaveLength(32);
  expect(generateSecret()).not.toEqual(generateSecret());
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '../../../platform/settings/settings.ts';
import { isFinal, openMailTransport } from './smtp.adapter.ts';
import { startSmtp } from '../../../../tests/support/smtp.ts';

let smtp: Awaited<ReturnType<typeof startSmtp>>;
beforeAll(async () => {
  smtp = await startSmtp();
});
afterAll(() => smtp.close());

const letter = {
  id: 'tls',
  to: 'person@test.example',
  subject: 'Ein Brief',
  text: 'Text',
  html: '<p>Text</p>',
  calendar: null,
  unsubscribe: null,
};
// This address leads to the same machine, but does not count as local.
const elsewhere = (more = {}) => openMailTransport(readSettings({ SMTP_URL: `smtp://0.0.0.0:${smtp.port}`, ...more }));

test('a remote mail server without TLS gets no mail: it waits, since the mail is not at fault', async () => {
  const fault: unknown = await elsewhere()(letter).catch((error: unknown) => error);
  expect(fault).toMatchObject({ code: 'ETLS' });
  expect(isFinal(fault)).toBe(false);
  expect(smtp.state.received).toEqual([]);
});

test('one that the settings allow to be used without TLS gets it, as does one on this machine', async () => {
  await elsewhere({ PLAINTEXT_ALLOWED: 'mail' })(letter);
  await openMailTransport(readSettings({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` }))(letter);
  expect(smtp.state.received).toHaveLength(2);
});

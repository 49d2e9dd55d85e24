import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '../../../platform/settings/settings.ts';
import { isPermanentFailure, openMailTransport } from './smtp.adapter.ts';
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
// This address reaches the same machine, but does not count as local.
const openRemote = (env = {}) => openMailTransport(readSettings({ SMTP_URL: `smtp://0.0.0.0:${smtp.port}`, ...env }));

test('a remote mail server without TLS gets no mail, and the failure is not permanent', async () => {
  const fault: unknown = await openRemote()(letter).catch((error: unknown) => error);
  expect(fault).toMatchObject({ code: 'ETLS' });
  expect(isPermanentFailure(fault)).toBe(false);
  expect(smtp.state.received).toEqual([]);
});

test('a mail server without TLS gets mails if the settings allow it or it runs on this machine', async () => {
  await openRemote({ PLAINTEXT_ALLOWED: 'mail' })(letter);
  await openMailTransport(readSettings({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` }))(letter);
  expect(smtp.state.received).toHaveLength(2);
});

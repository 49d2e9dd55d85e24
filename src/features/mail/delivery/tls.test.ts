import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '../../../platform/settings/settings.ts';
import { isPermanentFailure, openMailTransport } from './smtp.adapter.ts';
import { startSmtp } from '../../../../tests/support/smtp.ts';

let smtp: Awaited<ReturnType<typeof startSmtp>>;
beforeAll(async () => {
  smtp = await startSmtp();
});
afterAll(() => smtp.close());

const mail = {
  id: 'tls',
  to: 'person@test.example',
  subject: 'Ein Brief',
  text: 'Text',
  html: '<p>Text</p>',
  calendar: null,
  unsubscribeUrl: null,
};
// 0.0.0.0 reaches this machine, but does not count as local.
const openRemoteTransport = (env = {}) =>
  openMailTransport(readSettings({ SMTP_URL: `smtp://0.0.0.0:${smtp.port}`, ...env }));

test('a mail is not sent to a remote mail server without TLS, and is not given up', async () => {
  const error: unknown = await openRemoteTransport()(mail).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'ETLS' });
  expect(isPermanentFailure(error)).toBe(false);
  expect(smtp.state.received).toEqual([]);
});

test('a mail is sent without TLS if the settings allow it or the mail server runs on this machine', async () => {
  await openRemoteTransport({ PLAINTEXT_ALLOWED: 'mail' })(mail);
  await openMailTransport(readSettings({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` }))(mail);
  expect(smtp.state.received).toHaveLength(2);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SettingsError } from './settings-error.ts';
import { removeOwnerUrl, readSettings } from './settings.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-settings-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function writeProviderFile(content: string): string {
  const file = join(folder, 'portal.json');
  writeFileSync(file, content);
  return file;
}

describe('settings', () => {
  test('all have defaults, and an empty variable counts as unset [10.10]', () => {
    const settings = readSettings({});
    expect(settings).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      dataDir: resolve('data'),
      databaseUrl: undefined,
      trustProxy: [],
      logLevel: 'info',
      rateLimitFactor: 1,
      demo: true,
      allowedOrigins: [],
    });
    expect(readSettings({ PORT: '', DATABASE_URL: '', DEMO: '', PORTAL_FILE: '' })).toEqual(settings);
  });

  test('have the values of the environment', () => {
    expect(
      readSettings({
        PORT: '8080',
        PUBLIC_URL: 'https://portal.provider.example/',
        DATABASE_URL: 'postgres://app@db.example/portal',
        TRUST_PROXY: 'loopback, 10.0.0.0/8, fd00::/8',
        ALLOWED_ORIGINS: 'https://www.provider.example, http://localhost:5173',
        WEBHOOK_HOSTS: 'crm.intern, 10.0.0.5:8080, [fd00::5]:8443',
      }),
    ).toMatchObject({
      port: 8080,
      publicUrl: 'https://portal.provider.example',
      migrateUrl: 'postgres://app@db.example/portal',
      trustProxy: ['loopback', '10.0.0.0/8', 'fd00::/8'],
      allowedOrigins: ['https://www.provider.example', 'http://localhost:5173'],
      webhookHosts: ['crm.intern', '10.0.0.5:8080', '[fd00::5]:8443'],
    });
  });

  test('have the identity provider of staff, with a secret from a file [3.18]', () => {
    const file = join(folder, 'secret');
    writeFileSync(file, 'geheimnis\n');
    const env = { OIDC_ISSUER: 'https://login.example/x/', OIDC_CLIENT_ID: 'portal', OIDC_CLIENT_SECRET_FILE: file };
    expect(readSettings(env).singleSignOn).toEqual({
      issuer: 'https://login.example/x/',
      clientId: 'portal',
      clientSecret: 'geheimnis',
      label: 'Firmenkonto',
      isOnlyWay: false,
      exceptedEmail: undefined,
    });
    const more = { OIDC_LABEL: 'Beispiel-Konto', OIDC_ONLY: '1', OIDC_ADMIN: 'Notfall@Provider.example' };
    expect(readSettings({ ...env, ...more }).singleSignOn).toMatchObject({
      label: 'Beispiel-Konto',
      isOnlyWay: true,
      exceptedEmail: 'notfall@provider.example',
    });
    expect(() => readSettings({ ...env, OIDC_CLIENT_ID: '' })).toThrow(
      'The setting OIDC_ISSUER needs OIDC_CLIENT_ID as well.',
    );
    for (const host of ['localhost:9000', '127.0.0.1:9000', '[::1]:9000'])
      expect(readSettings({ ...env, OIDC_ISSUER: `http://${host}` }).singleSignOn?.issuer).toBe(`http://${host}`);
  });

  test.each([
    [{}, true],
    [{ DEMO: '0' }, false],
    [{ NODE_ENV: 'production', EMBEDDED_DATABASE_ALLOWED: '1' }, false],
    [{ NODE_ENV: 'production', DEMO: '1' }, true],
    [{ DATABASE_URL: 'postgres://app@db.example/portal' }, false],
    [{ DATABASE_URL: 'postgres://app@db.example/portal', DEMO: '1' }, true],
  ])('with %j turn on the demo data: %s', (env, demo) => {
    expect(readSettings(env).demo).toBe(demo);
  });

  test.each([
    [{}, 5],
    [{ DEMO: '0' }, 60],
    [{ NODE_ENV: 'production', EMBEDDED_DATABASE_ALLOWED: '1' }, 60],
    [{ DATABASE_URL: 'postgres://app@db.example/portal' }, 60],
    [{ DATABASE_URL: 'postgres://app@db.example/portal', DEMO: '1' }, 5],
    [{ STAFF_MAIL_WAIT_SECONDS: '300' }, 300],
    [{ DEMO: '0', STAFF_MAIL_WAIT_SECONDS: '0' }, 0],
  ])('with %j make mails about changes by staff wait %i seconds [11.7]', (env, seconds) => {
    expect(readSettings(env).staffMailWaitSeconds).toBe(seconds);
  });

  test.each([
    ['STAFF_MAIL_WAIT_SECONDS', '301'],
    ['STAFF_MAIL_WAIT_SECONDS', '-1'],
    ['STAFF_MAIL_WAIT_SECONDS', 'soon'],
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['METRICS_PORT', '0'],
    ['METRICS_PORT', '3000'],
    ['PUBLIC_URL', 'portal.lernhaus.example'],
    ['PUBLIC_URL', 'ftp://provider.example'],
    ['PUBLIC_URL', 'https://provider.example/portal'],
    ['DATABASE_URL', 'mysql://db.example/portal'],
    ['DATABASE_URL', 'postgres://db.example:port/portal'],
    ['DATABASE_REPLICA_URL', 'replica.example'],
    ['DATABASE_REPLICA_URL', 'postgres://app@replica.example/portal'],
    ['DATABASE_JOBS_URL', 'db.example'],
    ['DATABASE_JOBS_URL', 'postgres://app@db.example/portal'],
    ['DATABASE_CONNECTIONS', '7'],
    ['DATABASE_CONNECTIONS', '7.5'],
    ['DATABASE_MIGRATE_URL', 'db.example'],
    ['DATABASE_MIGRATE_URL', 'postgres://owner@db.example/portal'],
    ['FILE_STORE_URL', '/srv/files'],
    ['SMTP_URL', 'mail.provider.example:587'],
    ['CLAMD', 'scanner'],
    ['CLAMD', 'tcp://scanner:3310'],
    ['MAIL_FROM', 'Bewerbungscoaching'],
    ['COACHING_EMAIL', 'coaching'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['DRAIN_SECONDS', '61'],
    ['LOG_LEVEL', 'loud'],
    ['RATE_LIMIT_FACTOR', '-1'],
    ['DEMO', 'yes'],
    ['ALLOWED_ORIGINS', 'https://www.provider.example/'],
    ['ALLOWED_ORIGINS', '*'],
    ['DEFAULT_PASSWORD', 'willkommen'],
    ['WEBHOOK_HOSTS', 'http://crm.intern'],
    ['WEBHOOK_HOSTS', 'crm.intern/portal'],
    ['WEBHOOK_HOSTS', 'crm.intern:'],
    ['WEBHOOK_HOSTS', 'crm.intern:65536'],
    ['WEBHOOK_HOSTS', 'user@crm.intern'],
    ['WEBHOOK_HOSTS', 'fd00::5'],
    ['OIDC_ISSUER', 'login.firma.example'],
    ['OIDC_ISSUER', 'http://login.provider.example'],
    ['OIDC_ISSUER', 'http://localhost.provider.example'],
    ['OIDC_ISSUER', 'https://login.provider.example/?tenant=1'],
    ['OIDC_ISSUER', 'https://login.provider.example/#tenant'],
    ['OIDC_ISSUER', 'https://user:secret@login.provider.example'],
    ['OIDC_ONLY', 'yes'],
    ['OIDC_ADMIN', 'everybody'],
    ['OIDC_LABEL', 'x'.repeat(61)],
    // Without OIDC_ISSUER they have no meaning.
    ['OIDC_ONLY', '1'],
    ['OIDC_ADMIN', 'notfall@provider.example'],
    ['OIDC_CLIENT_ID', 'portal'],
    ['OIDC_CLIENT_SECRET', 'geheimnis'],
    ['OIDC_LABEL', 'Beispiel-Konto'],
    // It needs the id and the secret.
    ['OIDC_ISSUER', 'https://login.firma.example'],
    ['PLAINTEXT_ALLOWED', 'everything'],
  ])(
    'with a wrong %s (%s) make the start fail with one line that contains the name but not the value',
    (name, value) => {
      const read = () => readSettings({ [name]: value });
      expect(read).toThrow(SettingsError);
      expect(read).toThrow(new RegExp(`^The (setting|file named by) ${name}\\b[^\\n]*\\.$`));
      if (value.length > 5) expect(read).not.toThrow(value);
    },
  );

  test.each([
    ['PORT', 'http', 'a whole number from 0 to 65535'],
    ['PUBLIC_URL', 'portal.lernhaus.example', 'a web address without a path, such as https://portal.provider.example'],
    ['DATABASE_URL', 'db.example', 'of the form postgres://user:password@host:5432/database'],
    ['DEMO', 'yes', '0 or 1'],
    ['LOG_LEVEL', 'loud', 'one of silent, fatal, error, warn, info, debug and trace'],
    ['SECOND_FACTOR_KEY', 'kurz', '64 hex characters, such as openssl rand -hex 32 makes'],
  ])('with a wrong %s (%s) are reported with the expected format', (name, value, format) => {
    expect(() => readSettings({ [name]: value })).toThrow(`The setting ${name} must be ${format}.`);
  });
});

test('production refuses the embedded database, unless a setting allows it or asks for the demo [10.10]', () => {
  const start = (env: Record<string, string>) => () => readSettings({ NODE_ENV: 'production', ...env });
  expect(start({})).toThrow(/^Production needs the setting DATABASE_URL, .* EMBEDDED_DATABASE_ALLOWED=1\.$/);
  expect(start({ EMBEDDED_DATABASE_ALLOWED: '0' })).toThrow(SettingsError);
  expect(start({ EMBEDDED_DATABASE_ALLOWED: '1' })).not.toThrow();
  expect(start({ DEMO: '1' })).not.toThrow();
  expect(start({ DATABASE_URL: 'postgres://app@127.0.0.1/portal' })).not.toThrow();
});

describe('the encryption of traffic', () => {
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://portal.provider.example',
    EMBEDDED_DATABASE_ALLOWED: '1',
  };
  const remoteDatabaseUrl = 'postgres://app@db.example/portal';
  const verifiedDatabaseUrl = `${remoteDatabaseUrl}?sslmode=verify-full`;

  test.each([
    ['PUBLIC_URL', { PUBLIC_URL: 'http://portal.provider.example' }],
    ['DATABASE_URL', { DATABASE_URL: remoteDatabaseUrl }],
    ['DATABASE_URL', { DATABASE_URL: `${remoteDatabaseUrl}?sslmode=require` }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://app@localhost/portal?host=db.example' }],
    ['DATABASE_MIGRATE_URL', { DATABASE_URL: verifiedDatabaseUrl, DATABASE_MIGRATE_URL: remoteDatabaseUrl }],
    ['FILE_STORE_URL', { FILE_STORE_URL: 's3://files?endpoint=http://s3.example' }],
    ['FILE_STORE_URL', { FILE_STORE_URL: 's3://files?endpoint=http://s3.example', PLAINTEXT_ALLOWED: 'database' }],
    ['CLAMD', { CLAMD: 'scanner.example:3310' }],
  ])('is required in production for traffic to other machines; %s is refused with %j', (name, env) => {
    const start = () => readSettings({ ...production, ...env });
    expect(start).toThrow(SettingsError);
    expect(start).toThrow(new RegExp(`^The setting ${name} [^\\n]*\\.$`));
  });

  test.each([
    [{ PUBLIC_URL: 'http://localhost:3000' }],
    [{ PUBLIC_URL: '' }],
    [{ DATABASE_URL: 'postgres://app@127.0.0.1/portal' }],
    [{ DATABASE_URL: 'postgres://app@localhost/portal?host=%2Frun%2Fpostgresql' }],
    [{ DATABASE_URL: verifiedDatabaseUrl }],
    [{ DATABASE_URL: remoteDatabaseUrl, PLAINTEXT_ALLOWED: 'database' }],
    [{ FILE_STORE_URL: 's3://files?endpoint=https://s3.example' }],
    [{ FILE_STORE_URL: 's3://files?endpoint=http://[::1]:9000' }],
    [{ FILE_STORE_URL: 's3://files?endpoint=http://s3.example', PLAINTEXT_ALLOWED: 'store, database' }],
    [{ CLAMD: '[::1]:3310' }],
    [{ CLAMD: '/run/clamav/clamd.ctl' }],
    [{ CLAMD: 'scanner.example:3310', PLAINTEXT_ALLOWED: 'scanner' }],
  ])('is not required in production on the same machine or for services that PLAINTEXT_ALLOWED lists: %j', (env) => {
    expect(() => readSettings({ ...production, ...env })).not.toThrow();
  });

  test('is not required outside production', () => {
    expect(() =>
      readSettings({ DATABASE_URL: remoteDatabaseUrl, PUBLIC_URL: 'http://192.168.1.5:3000' }),
    ).not.toThrow();
  });
});

describe('a secret', () => {
  const writeSecret = (content: string) => {
    const file = join(folder, 'secret');
    writeFileSync(file, content);
    return file;
  };

  test('may come from a file, without the line break at its end', () => {
    const { databaseUrl } = readSettings({
      DATABASE_URL_FILE: writeSecret('postgres://app:geheim@localhost/portal\n'),
    });
    expect(databaseUrl).toBe('postgres://app:geheim@localhost/portal');
  });

  test.each([
    [{ SMTP_URL: 'smtp://mail.example', SMTP_URL_FILE: '/dev/null' }, 'The setting SMTP_URL is given twice'],
    [{ DATABASE_URL_FILE: '/no/such/file' }, 'The file /no/such/file named by DATABASE_URL_FILE is missing.'],
    [
      { DATABASE_URL_FILE: '/' },
      'The file / named by DATABASE_URL_FILE cannot be read: illegal operation on a directory (EISDIR).',
    ],
    // Somebody has confused SMTP_URL with SMTP_URL_FILE, and the password must not be printed.
    [{ SMTP_URL_FILE: 'smtps://portal:geheim@mail.example' }, 'The file named by SMTP_URL_FILE is missing.'],
    [
      { FILE_STORE_URL: 's3://documents', AWS_SHARED_CREDENTIALS_FILE: '/' },
      'The file / named by AWS_SHARED_CREDENTIALS_FILE cannot be read: illegal operation on a directory (EISDIR).',
    ],
  ])('makes the start fail if it is given twice, or its file is missing or cannot be read: %j', (env, message) => {
    expect(() => readSettings(env)).toThrow(SettingsError);
    expect(() => readSettings(env)).toThrow(message);
  });

  test('can be removed from the environment if only migrations need it, even if it was given in a file', () => {
    const owner = 'postgres://owner@localhost/portal';
    for (const ownerSetting of [{ DATABASE_MIGRATE_URL: owner }, { DATABASE_MIGRATE_URL_FILE: writeSecret(owner) }]) {
      const env: Record<string, string> = { DATABASE_URL: 'postgres://app@localhost/portal', ...ownerSetting };
      expect(readSettings(env).migrateUrl).toBe(owner);
      removeOwnerUrl(env);
      expect(readSettings(env).migrateUrl).toBe(env['DATABASE_URL']);
    }
  });
});

describe("the provider's file [10.10]", () => {
  test('that is shipped as an example contains the default values [1.5]', () => {
    const example = resolve(import.meta.dirname, '../../../portal.example.json');
    expect(readSettings({ PORTAL_FILE: example }).providerConfig).toEqual(readSettings({}).providerConfig);
  });

  test('may leave out values, which then have their defaults', () => {
    const file = writeProviderFile('{"provider": "Lernhaus", "session": {"idleMinutes": 30}}');
    expect(readSettings({ PORTAL_FILE: file }).providerConfig).toMatchObject({
      provider: 'Lernhaus',
      forbiddenInEmail: 'wbsedu',
      session: { idleMinutes: 30, absoluteHours: 168 },
      uploads: { megabytesPerRequest: 100 },
    });
  });

  test.each([
    ['{', 'is not JSON'],
    ['[]', 'does not hold a JSON object'],
    ['{"session": {"idleMinutes": 0}}', "has a wrong value at 'session.idleMinutes': it must be 1 or more"],
    ['{"retention": {"backupDays": 90}}', "has a wrong value at 'retention.backupDays': it must be 35 or less"],
    [
      '{"uploads": {"megabytesPerRequest": "100"}}',
      "has a wrong value at 'uploads.megabytesPerRequest': it must be a whole number",
    ],
    [
      '{"state": "Bayern"}',
      "has a wrong value at 'state': it must be 'DE-BW' or 'DE-BY' or 'DE-BE' or 'DE-BB' or 'DE-HB' or 'DE-HH' or 'DE-HE' or 'DE-MV' or 'DE-NI' or 'DE-NW' or 'DE-RP' or 'DE-SL' or 'DE-SN' or 'DE-ST' or 'DE-SH' or 'DE-TH'",
    ],
    ['{"secondFactor": "no"}', "has a wrong value at 'secondFactor': it must be 'offered' or 'required'"],
    [
      '{"links": {"imprint": "javascript:alert(1)"}}',
      "has a wrong value at 'links.imprint': it must be a web address that begins with http:// or https://",
    ],
    [
      '{"chatScript": "chat.js"}',
      "has a wrong value at 'chatScript': it must be a web address that begins with http:// or https://",
    ],
    [
      '{"providr": "Lernhaus"}',
      "has an unknown name at 'providr'; known there are provider, state, forbiddenInEmail, chatScript, links, pages, proof, session, secondFactor, uploads, retention, alarms, waiting",
    ],
    ['{"session": {"idle": 30}}', "has an unknown name at 'session.idle'; known there are idleMinutes, absoluteHours"],
    [
      '{"links": {"imprnt": "https://provider.example/impressum"}}',
      "has an unknown name at 'links.imprnt'; known there are company, blog, feedback, guide, qualificationLaw, voucher, reviewWebsite, reviewPlatform, imprint, terms, privacy",
    ],
  ])('makes the start fail if it is %s: %s', (content, message) => {
    const file = writeProviderFile(content);
    expect(() => readSettings({ PORTAL_FILE: file })).toThrow(`The file named by PORTAL_FILE ${message}.`);
  });

  test('is reported as missing if it does not exist, and as unreadable if it is a folder', () => {
    const readMissingFile = () => readSettings({ PORTAL_FILE: join(folder, 'none.json') });
    expect(readMissingFile).toThrow(`The file ${join(folder, 'none.json')} named by PORTAL_FILE is missing.`);
    expect(() => readSettings({ PORTAL_FILE: folder })).toThrow(
      `The file ${folder} named by PORTAL_FILE cannot be read: illegal operation on a directory (EISDIR).`,
    );
  });

  test('that contains some links gets no default values for the others', () => {
    const file = writeProviderFile('{"links": {"imprint": "https://provider.example/impressum"}}');
    expect(readSettings({ PORTAL_FILE: file }).providerConfig.links).toEqual({
      imprint: 'https://provider.example/impressum',
    });
  });

  test('that requires a second factor needs SECOND_FACTOR_KEY if the database is a separate server', () => {
    const PORTAL_FILE = writeProviderFile('{"secondFactor": "required"}');
    const separateServer = { PORTAL_FILE, DATABASE_URL: 'postgres://app@127.0.0.1/portal' };
    expect(() => readSettings(separateServer)).toThrow('needs the setting SECOND_FACTOR_KEY');
    const key = 'ab'.repeat(32);
    expect(readSettings({ ...separateServer, SECOND_FACTOR_KEY: key })).toMatchObject({ secondFactorKey: key });
    expect(readSettings({ PORTAL_FILE }).providerConfig.secondFactor).toBe('required');
    expect(() => readSettings({ SECOND_FACTOR_KEY: 'kurz' })).toThrow('The setting SECOND_FACTOR_KEY');
  });
});

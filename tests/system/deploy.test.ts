import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { expectedFormats } from '../../src/platform/settings/environment.ts';
import { bareEnvironment } from '../support/shifted-clock.ts';
import { readSource, root } from '../support/sources.ts';

interface Service {
  image?: string;
  env_file?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  read_only?: boolean;
}

const settingNames = Object.keys(expectedFormats);
/** Variables of the store's library, which the portal passes on (docs/settings.md). */
const storeVariables = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
/** The variables in deploy/portal.env.example, also those that are commented out. */
const exampleText = readSource('deploy/portal.env.example');
const exampleNames = [...exampleText.matchAll(/^#?([A-Z_]+)='/gm)].map(([, name = '']) => name);
const exampleValue = (name: string) => new RegExp(`^#?${name}='(.*)'$`, 'm').exec(exampleText)?.[1] ?? '';

const composeFiles = ['deploy/compose.yaml', 'deploy/compose.small.yaml'];
const servicesOf = (file: string) =>
  Object.values((parse(readSource(file), { merge: true }) as { services: Record<string, Service> }).services);
const portalsOf = (file: string) => servicesOf(file).filter(({ image }) => image?.startsWith('coaching-portal:'));

describe('deploy/portal.env.example', () => {
  test('names every setting that the unit and the containers do not fix', () => {
    const fixedByUnit = [...readSource('deploy/portal@.service').matchAll(/\b([A-Z_]+)=/g)].map(([, name]) => name);
    const missing = settingNames.filter((name) => !exampleNames.includes(name) && !fixedByUnit.includes(name));
    // The demo is for trying the portal, and not for an installation.
    expect(missing).toEqual(['DEMO']);
  });

  test('names only settings, and the variables of the compose files', () => {
    const composeNames = composeFiles.flatMap((file) =>
      [...readSource(file).matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name),
    );
    expect([...exampleNames].sort()).toEqual([...new Set(exampleNames)].sort());
    expect(
      exampleNames.filter((name) => ![...settingNames, ...storeVariables, ...composeNames].includes(name)),
    ).toEqual([]);
    expect(composeNames.filter((name) => !exampleNames.includes(name))).toEqual([]);
  });
});

test('docs/settings.md lists every setting, and nothing else', () => {
  const lists = readSource('docs/settings.md').split('\n## ')[0] ?? '';
  const items = [...lists.matchAll(/^- ((?:`[A-Z_]+`(?:, )?)+)/gm)].flatMap(([, names = '']) => names.split(', '));
  expect(items.map((name) => name.replaceAll('`', '')).sort()).toEqual(
    settingNames.filter((name) => name !== 'NODE_ENV').sort(),
  );
});

describe.each(composeFiles)('%s', (file) => {
  test('passes every setting of the settings file to each portal, but not the password of the superuser', () => {
    expect(portalsOf(file).length).toBeGreaterThan(0);
    for (const { env_file, environment = {} } of portalsOf(file)) {
      expect(env_file).toEqual(['portal.env']);
      expect(environment['POSTGRES_PASSWORD']).toBe('');
      const names = Object.keys(environment).filter((name) => name !== 'POSTGRES_PASSWORD');
      expect(names.filter((name) => ![...settingNames, ...storeVariables].includes(name))).toEqual([]);
    }
  });

  test('has a place for the provider’s file and for backups where the settings file names them', () => {
    for (const { volumes = [], read_only } of portalsOf(file)) {
      expect(read_only).toBe(true);
      expect(volumes).toContain(`./provider:${dirname(exampleValue('PORTAL_FILE'))}:ro`);
      expect(volumes).toContain(`\${BACKUP_VOLUME:-backups}:${exampleValue('BACKUP_DIR')}`);
    }
    const { volumes } = parse(readSource(file)) as { volumes: object };
    expect(Object.keys(volumes)).toContain('backups');
    expect(readSource('deploy/Dockerfile')).toContain(`-m 700 /data ${exampleValue('BACKUP_DIR')}`);
  });
});

test('the image holds what the commands need', () => {
  const [, image = ''] = readSource('deploy/Dockerfile').split('\nFROM ${NODE}\n');
  const copies = [...image.matchAll(/^COPY --from=build (.+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '));
  const folder = mkdtempSync(join(tmpdir(), 'portal-image-'));
  for (const path of copies.map((copied) => copied.replace('/portal/', ''))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(root, path), join(folder, path));
  }
  const { scripts } = JSON.parse(readSource('package.json')) as { scripts: Record<string, string> };
  const commands = Object.entries(scripts).filter(([, script]) => script.includes('scripts/command.mjs'));
  for (const [name, script] of commands) {
    // As npm runs the script, but through a link Node would look for the other files beside the original.
    const { stdout, status } = spawnSync('sh', ['-c', `${script} --help`], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...bareEnvironment(), DATA_DIR: folder, NODE_OPTIONS: '--preserve-symlinks --preserve-symlinks-main' },
    });
    expect(stdout, name).toContain(name);
    expect(status, name).toBe(0);
  }
  expect(commands.length).toBeGreaterThan(6);
  rmSync(folder, { recursive: true });
});

test('the image takes from the build only what the build has', () => {
  const [build = '', image = ''] = readSource('deploy/Dockerfile').split('\nFROM ${NODE}\n');
  const copied = [...build.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '));
  const built = ['node_modules', 'dist'];
  const taken = [...image.matchAll(/^COPY --from=build (.+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '));
  const roots = taken.map((path) => path.replace('/portal/', '').split('/')[0] ?? '');
  expect(roots.length).toBeGreaterThan(5);
  expect(roots.filter((path) => ![...copied, ...built].includes(path))).toEqual([]);
});

describe('deploy/monitoring', () => {
  const metricsSource =
    readSource('src/platform/http/monitoring/metrics.ts') +
    readSource('src/platform/http/monitoring/metrics-workers.ts');
  const ownMetrics = [...metricsSource.matchAll(/'(portal_\w+)'/g)].map(([, name = '']) => name);

  test.each(['alerts.yaml', 'alerts.test.yaml', 'dashboard.json'])('%s asks only for metrics that exist', (file) => {
    const used = [...readSource(`deploy/monitoring/${file}`).matchAll(/\bportal_\w+/g)].map(([name]) => name);
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter((name) => !ownMetrics.includes(name.replace(/_(bucket|sum|count)$/, '')))).toEqual([]);
  });

  test('the alerts watch the limits that docs/operations.md gives for each metric', () => {
    const { groups } = parse(readSource('deploy/monitoring/alerts.yaml')) as {
      groups: { rules: { alert: string; expr: string }[] }[];
    };
    const expressions = groups.flatMap(({ rules }) => rules.map(({ expr }) => expr));
    for (const metric of ['portal_backup_age_seconds', 'portal_nightly_age_seconds', 'portal_mail_oldest_seconds']) {
      const [limit = ''] = new RegExp(`max\\(${metric}\\) > \\d+`).exec(readSource('docs/operations.md')) ?? [];
      expect(expressions).toContain(limit);
    }
  });

  const promtool = spawnSync('promtool', ['--version']).status === 0;
  test.runIf(promtool)('the alerts go off and stay quiet as their tests say', () => {
    const { status, stderr } = spawnSync('promtool', ['test', 'rules', 'alerts.test.yaml'], {
      cwd: join(root, 'deploy/monitoring'),
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });
});

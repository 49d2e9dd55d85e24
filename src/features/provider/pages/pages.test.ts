import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readSettings } from '../../../platform/settings/settings.ts';
import { openWorld, type World } from '../../../../tests/support/world.ts';
import { getPortal } from '../contract.ts';
import { reportBarrier } from '../barrier/contract.ts';
import { getPage } from './contract.ts';
import { blocksOf } from './markdown.adapter.ts';

let world: World;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-pages-'));
  await writeFile(join(folder, 'impressum.md'), '# Impressum\n\nWir **sind** es.');
  const file = { provider: 'Wir', pages: { imprint: 'impressum.md' }, links: { privacy: 'https://wir.example/ds' } };
  await writeFile(join(folder, 'portal.json'), JSON.stringify(file));
  world = await openWorld({
    env: { PORTAL_FILE: join(folder, 'portal.json'), RATE_LIMIT_FACTOR: '1', PUBLIC_URL: 'https://portal.example' },
    runsJobs: true,
  });
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

const textRun = (text: string, style: object = {}) => ({ text, strong: false, emphasis: false, href: null, ...style });

describe('a legal page [1.18]', () => {
  test('is the provider’s own page or an example; an example does not replace the link in the footer', async () => {
    const ownPage = await world.call(getPage, null, { page: 'imprint' });
    expect(ownPage.body.data).toEqual({
      example: false,
      blocks: [{ kind: 'paragraph', lines: [[textRun('Wir '), textRun('sind', { strong: true }), textRun(' es.')]] }],
    });
    for (const page of ['privacy', 'accessibility']) {
      const { body } = await world.call(getPage, null, { page });
      expect(body.data?.example, page).toBe(true);
      expect(body.data?.blocks.length, page).toBeGreaterThan(4);
    }
    expect((await world.call(getPage, null, { page: 'terms' })).status).toBe(400);
    const { links } = (await world.call(getPortal, null)).body.data ?? {};
    expect(links).toEqual({ imprint: 'https://portal.example/impressum', privacy: 'https://wir.example/ds' });
  });

  test('stops the portal from starting, with a one-line message, if it cannot be read', async () => {
    await writeFile(join(folder, 'falsch.json'), JSON.stringify({ pages: { privacy: 'fehlt.md' } }));
    expect(() => readSettings({ PORTAL_FILE: join(folder, 'falsch.json') })).toThrow(
      `The file ${join(folder, 'fehlt.md')} named by PORTAL_FILE at 'pages.privacy' is missing.`,
    );
  });

  test('can have headings, lists, breaks and links, but no HTML and no links to unsafe URLs', () => {
    const page = blocksOf(
      [
        '# Titel\n\n## Eins\n\n### Zwei\n\nA\\\nB <b onclick="x()">C</b> *D*\n',
        '<script>alert(1)</script>\n',
        '- [Mail](mailto:a@b.example)\n- [Böse](javascript:alert(1)) [Fremd](//x.example) ![Bild](x.png)\n',
        '1. [Intern](/einstellungen)\n',
      ].join('\n'),
    );
    expect(page).toEqual([
      { kind: 'heading', lines: [[textRun('Eins')]] },
      { kind: 'subheading', lines: [[textRun('Zwei')]] },
      {
        kind: 'paragraph',
        lines: [[textRun('A')], [textRun('B '), textRun('C'), textRun(' '), textRun('D', { emphasis: true })]],
      },
      {
        kind: 'list',
        lines: [
          [textRun('Mail', { href: 'mailto:a@b.example' })],
          [textRun('Böse'), textRun(' '), textRun('Fremd'), textRun(' '), textRun('Bild')],
        ],
      },
      { kind: 'numbered', lines: [[textRun('Intern', { href: '/einstellungen' })]] },
    ]);
  });

  test.each([
    ['<b>Fett</b> am Anfang', [[textRun('Fett'), textRun(' am Anfang')]]],
    ['<p class="x">Wir sind <b>hier</b> &amp; da.</p>', [[textRun('Wir sind '), textRun('hier'), textRun(' & da.')]]],
    ['<div>\n\nIm Block\n\n</div>', [[textRun('Im Block')]]],
    ['> <div>Zitat</div>', [[textRun('Zitat')]]],
    ['<p>\n    <span>Eingerückt</span>\n</p>', [[textRun('Eingerückt')]]],
    ['<address>Wir<br>Straße 1</address>', [[textRun('Wir')], [textRun('Straße 1')]]],
    ['Wir<br/>Straße 1', [[textRun('Wir')], [textRun('Straße 1')]]],
    ['<!-- geheim\n\ngeheim -->Text', [[textRun('Text')]]],
    ['<script>geheim()\n\ngeheim()</script> Text', [[textRun('Text')]]],
    ['<div>\n<style>\n\ngeheim\n\n</style>\n</div>\n\nText', [[textRun('Text')]]],
    ['Te<script>geheim()</script>xt<!-- geheim -->', [[textRun('Te'), textRun('xt')]]],
    ['Te<style>geheim</style>', [[textRun('Te')]]],
  ])('keeps the text of HTML without its tags, comments, scripts and styles: %j', (markdown, lines) => {
    expect(blocksOf(markdown)).toEqual([{ kind: 'paragraph', lines }]);
  });

  test('keeps list items and table rows that are written in HTML', () => {
    const kindsAndTexts = (markdown: string) =>
      blocksOf(markdown).flatMap(({ kind, lines }) =>
        lines.map((line) => [kind, line.map(({ text }) => text).join('')]),
      );
    expect(kindsAndTexts('- <p>Eins</p>\n- zwei')).toEqual([
      ['list', 'Eins'],
      ['list', 'zwei'],
    ]);
    expect(kindsAndTexts('<table>\n<tr><td>Ort</td><td>Köln</td></tr>\n<tr><td>Tag</td></tr></table>')).toEqual([
      ['paragraph', 'Ort Köln'],
      ['paragraph', 'Tag'],
    ]);
  });

  test.each([
    '/\\fremd.example',
    '//fremd.example',
    '/&#9;/fremd.example',
    'https:/\\fremd.example',
    'https:\\\\x',
    '\\\\x',
  ])('has no link to the URL %j, which a browser would read as a URL of another host', (url) => {
    expect(blocksOf(`[Weiter](${url})`)).toEqual([{ kind: 'paragraph', lines: [[textRun('Weiter')]] }]);
  });
});

describe('a report of an accessibility barrier [1.19]', () => {
  const readSentMails = async () => {
    const files = await readdir(join(world.dataDir, 'mails')).catch((): string[] => []);
    // A mail that is still being written is renamed when it is complete.
    const names = files.filter((name) => !name.endsWith('.part'));
    return Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(world.dataDir, 'mails', name)))));
  };
  const listQueuedJobs = async () =>
    (await sql`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'reportBarrier'`.execute(world.db)).rows;

  test('is mailed to the team with the address to reply to, and not stored', async () => {
    const text = 'Der Knopf „Buchen“ ist\nmit NVDA <nicht> zu finden.';
    const { body } = await world.call(reportBarrier, null, { text, email: 'nora@test.example' });
    expect(body.meta).toEqual({ status: 'success' });
    await vi.waitFor(async () => expect(await readSentMails()).toHaveLength(1), { timeout: 60_000, interval: 100 });
    const [mail] = await readSentMails();
    expect(mail?.to?.map(({ address }) => address)).toEqual([world.settings.coachingEmail]);
    expect(mail?.text).toContain('Der Knopf „Buchen“ ist\n\nmit NVDA <nicht> zu finden.');
    expect(mail?.text).toContain('Antwort an: nora@test.example');
    expect(mail?.html).toContain('&lt;nicht&gt;');
    await vi.waitFor(async () => expect(await listQueuedJobs()).toEqual([]), { timeout: 60_000, interval: 100 });
    expect(await world.db.selectFrom('mail').select('id').execute()).toEqual([]);
  });

  test.each([
    [{ text: ' ' }, 'text', 'Bitte beschreibe, was nicht geht'],
    [{ text: null }, 'text', 'Bitte beschreibe, was nicht geht'],
    [{ text: 'Zu klein', email: 'nora' }, 'email', 'Bitte gib eine gültige Email Adresse ein'],
  ])('is refused with an error for the invalid field if it is %j', async (input, path, message) => {
    await sql`TRUNCATE throttle`.execute(world.db);
    const { status, body } = await world.call(reportBarrier, null, input);
    expect([status, body.meta.code, body.errors]).toEqual([200, 'invalid', [{ path, message }]]);
    expect((await world.call(reportBarrier, null, { text: 'x'.repeat(1001) })).status).toBe(400);
  });

  test('is accepted five times an hour per network address', async () => {
    await sql`TRUNCATE throttle`.execute(world.db);
    const statuses = [];
    for (let index = 0; index < 6; index++)
      statuses.push((await world.call(reportBarrier, null, { text: `Nr. ${index}` })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

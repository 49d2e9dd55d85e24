import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { findBrowser } from '../../scripts/browser.mjs';
import { addDays, dateOf } from '../../src/shared/berlin.ts';
import { ready, startBuilt } from '../support/built-portal.ts';
import { fill } from '../support/fill.ts';
import { openWorld, type World } from '../support/world.ts';
import { recordFigure } from './figure.ts';

/** Fifty coaches with 3,000 appointments a month, for four months, and a thousand participants. */
const amounts = { participants: 1_000, coaches: 50, appointments: 12_000, entries: 5_000, days: 90 };
/** Rows on a page, the most that staff can choose. */
const rows = 500;
/** Visits of each list after the first one, which fills the browser's cache; the figure is their median. */
const visits = 3;
/** The most that a list may take from the click to its first rows, and a task after them, in milliseconds. */
const goals = { opened: 1_000, task: 50 };

const today = dateOf(new Date());
const range = (from: number, till: number) => `von=${addDays(today, from)}&bis=${addDays(today, till)}`;

/** What staff read all day, each with as many rows as a page can have. */
const lists: { at: string; who: 'admin' | 'coach' }[] = [
  { at: `/appointment-overview-admin?${range(0, 30)}`, who: 'admin' },
  { at: `/booking-overview?${range(-30, 0)}`, who: 'admin' },
  { at: '/search-participant-admin?alle=1', who: 'admin' },
  { at: `/ratingOverview?${range(-60, 0)}`, who: 'admin' },
  { at: `/analytics?coach=COACH&${range(-90, 30)}`, who: 'admin' },
  { at: '/waiting-list', who: 'admin' },
  { at: '/coachlist', who: 'admin' },
  { at: '/mails', who: 'admin' },
  { at: '/audit', who: 'admin' },
  { at: `/appointment-overview-coach?${range(-90, 30)}`, who: 'coach' },
  { at: '/search-participant-coach?alle=1', who: 'coach' },
  { at: `/ratingOverview?${range(-90, 0)}`, who: 'coach' },
];

interface Visit {
  /** How many rows the list has. */
  rows: number;
  /** Milliseconds from the beginning of the navigation until the first rows, and until all were drawn. */
  opened: number;
  whole: number;
  /** The longest task after the first rows, and while scrolling, in milliseconds; 0 if none took 50. */
  after: number;
  scrolling: number;
  /** The share of frames while scrolling that came later than the next of sixty a second. */
  late: number;
}

/** The medians of a list's visits; `cold` is `opened` of the first one, with an empty cache. */
interface Look extends Visit {
  cold: number;
}

test('each list of staff opens within a second and scrolls smoothly with 500 rows', async () => {
  const world = await openWorld();
  await fillWorld(world);
  const portal = await startBuilt({
    ...{ DATABASE_URL: world.appUrl, DATABASE_MIGRATE_URL: world.ownerUrl, DATA_DIR: world.dataDir },
  });
  const path = await findBrowser();
  const browser = await chromium.launch({
    args: ['--disable-gpu', '--no-sandbox'],
    ...(path ? { executablePath: path } : {}),
  });
  const looks: ({ where: string } & Look)[] = [];
  try {
    await ready(portal);
    const people = { admin: await idOf(world, 'admin@probe.example'), coach: await idOf(world, 'c1@probe.example') };
    const sessions = { admin: await world.signIn(people.admin), coach: await world.signIn(people.coach) };
    for (const { at, who } of lists) {
      const address = portal.url + at.replace('COACH', String(people.coach));
      const where = `${at.replace(/\?.*/, '')} (${who})`;
      looks.push({ where, ...(await lookAt(browser, address, sessions[who])) });
      console.info(JSON.stringify(looks.at(-1)));
    }
  } finally {
    await browser.close();
    await portal.stop();
    await world.close();
  }
  const slow = looks.filter(
    ({ opened, after, scrolling }) => opened > goals.opened || Math.max(after, scrolling) > goals.task,
  );
  const most = (of: (look: Look) => number) => Math.round(Math.max(...looks.map(of)));
  recordFigure({
    what: 'Lists of staff with 500 rows on a page, 50 coaches, 3,000 appointments a month',
    result:
      `${looks.length} lists × ${visits} visits: first rows after at most ${most(({ opened }) => opened)} ms ` +
      `(${most(({ cold }) => cold)} with an empty cache), all rows ${most(({ whole }) => whole)} ms; ` +
      `longest task after them ${most(({ after }) => after)} ms, while scrolling ${most(({ scrolling }) => scrolling)} ms; late frames at most ${most(({ late }) => late * 100)} %`,
    goal: `< ${goals.opened} ms, no task > ${goals.task} ms`,
    holds: slow.length === 0,
  });
  expect(slow).toEqual([]);
});

/** The data of `fill`, and as many wishes as the waiting list reads. */
async function fillWorld({ db }: World): Promise<void> {
  await fill(db, amounts);
  await sql`
    INSERT INTO waiting_entry (person_id, place, from_date, till_date, coach_id)
    SELECT p.id, 1, current_date + (p.id % 60)::int, current_date + (p.id % 60)::int + 20,
      CASE WHEN p.id % 3 > 0 THEN (SELECT min(person_id) FROM coach) + p.id % ${amounts.coaches}::int END
    FROM person p WHERE role_id = 1 AND inactive_at IS NULL
  `.execute(db);
}

async function idOf({ db }: World, email: string): Promise<number> {
  return (await db.selectFrom('person').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
}

/** Opens a list four times in a new browser. */
async function lookAt(browser: Browser, address: string, session: string): Promise<Look> {
  const context = await browser.newContext({
    ...{ viewport: { width: 1440, height: 900 }, locale: 'de-DE', timezoneId: 'Europe/Berlin' },
  });
  try {
    await context.addInitScript({ content: `(${watch})(${JSON.stringify({ session, rows })})` });
    const { opened: cold } = await visited(context, address);
    const seen: Visit[] = [];
    for (let visit = 0; visit < visits; visit++) seen.push(await visited(context, address));
    return { cold: Math.round(cold), ...medians(seen) };
  } finally {
    await context.close();
  }
}

/** Opens a list, waits for all rows, and scrolls to the end and back. */
async function visited(context: BrowserContext, address: string): Promise<Visit> {
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForFunction(() => (globalThis as unknown as Watching).watched.first > 0);
  await page.waitForLoadState('networkidle');
  // All rows are there once none has been added for half a second.
  await page.waitForFunction(() => performance.now() - (globalThis as unknown as Watching).watched.last > 500);
  const before = await watchedOf(page);
  await scroll(page);
  const { tasks, frames } = await watchedOf(page);
  await page.close();
  const scrolled = frames.filter(({ at }) => at > before.now);
  return {
    ...{ rows: before.rows, opened: before.first, whole: before.last },
    after: longest(before.tasks.filter(({ at }) => at > before.first)),
    scrolling: longest(tasks.filter(({ at }) => at > before.now)),
    // A frame of the next sixtieth comes after 17 ms, the one after it after 33.
    late: scrolled.filter(({ took }) => took > 25).length / scrolled.length,
  };
}

/** A moment of the page's clock, and how long something took. */
interface Span {
  at: number;
  took: number;
}

/** What the page has noted: when the first rows were painted, when the last ones came, long tasks, all frames. */
interface Watched {
  first: number;
  last: number;
  tasks: Span[];
  frames: Span[];
}

/** The page while it is watched. */
interface Watching {
  watched: Watched;
  countRows: () => number;
  nextFrame: () => Promise<void>;
  height: () => number;
}

/** Runs in the page before its own scripts: signs in, chooses the page size, and notes `Watched`. */
const watch = `({ session, rows }) => {
  localStorage.setItem('sessionId', session);
  localStorage.setItem('staff', '1');
  for (const list of ['termine', 'buchungen', 'teilnehmer', 'bewertungen', 'auswertung', 'warteliste', 'coaches'])
    localStorage.setItem('rows.' + list, String(rows));
  const watched = { first: 0, last: 0, tasks: [], frames: [] };
  Object.assign(globalThis, {
    watched,
    countRows: () => document.querySelectorAll('[data-entry]').length,
    nextFrame: () => new Promise((drawn) => requestAnimationFrame(() => drawn())),
    height: () => document.documentElement.scrollHeight,
  });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) watched.tasks.push({ at: startTime, took: duration });
  }).observe({ type: 'longtask', buffered: true });
  let known = 0;
  new MutationObserver(() => {
    const now = countRows();
    if (now === known) return;
    if (known === 0) requestAnimationFrame(() => setTimeout(() => (watched.first = performance.now())));
    known = now;
    watched.last = performance.now();
  }).observe(document, { childList: true, subtree: true });
  let before = 0;
  const frame = (at) => {
    watched.frames.push({ at, took: at - before });
    before = at;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}`;

/** What has been noted so far, the number of rows, and the page's clock. */
const watchedOf = (page: Page) =>
  page.evaluate(() => {
    const { watched, countRows } = globalThis as unknown as Watching;
    return { ...watched, rows: countRows(), now: performance.now() };
  });

const longest = (tasks: Span[]) => Math.max(0, ...tasks.map(({ took }) => took));

/** To the end and back by the wheel, a step with each frame. */
async function scroll(page: Page): Promise<void> {
  await page.mouse.move(700, 600);
  const height = await page.evaluate(() => (globalThis as unknown as Watching).height());
  for (const step of [800, -800])
    for (let done = 0; done < height; done += Math.abs(step)) {
      await page.mouse.wheel(0, step);
      await page.evaluate(() => (globalThis as unknown as Watching).nextFrame());
    }
}

function medians(seen: Visit[]): Visit {
  const median = (of: keyof Visit) =>
    seen.map((visit) => visit[of]).sort((a, b) => a - b)[Math.floor(visits / 2)] ?? NaN;
  return {
    ...{ rows: median('rows'), opened: Math.round(median('opened')), whole: Math.round(median('whole')) },
    ...{ after: median('after'), scrolling: median('scrolling'), late: Math.round(median('late') * 100) / 100 },
  };
}

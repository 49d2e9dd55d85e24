import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { findBrowser } from '../../scripts/browser.mjs';
import { addDays, dateOf } from '../../src/shared/berlin.ts';
import { waitUntilReady, startBuilt } from '../support/built-portal.ts';
import { fillDatabase } from '../support/fill.ts';
import { openWorld, type World } from '../support/world.ts';
import { recordFigure } from './figure.ts';

/** Fifty coaches with 3,000 appointments a month, for four months, and a thousand participants. */
const amounts = { participants: 1_000, coaches: 50, appointments: 12_000, entries: 5_000, days: 90 };
/** The rows on a page: the maximum that staff can choose. */
const rows = 500;
/** The measured visits of each list after a first one that fills the browser's cache; the figure is their median. */
const visits = 3;
/** The maximum times in milliseconds: from the click to a list's first rows, and of one browser task after them. */
const goals = { opened: 1_000, task: 50 };

const today = dateOf(new Date());
const range = (from: number, till: number) => `von=${addDays(today, from)}&bis=${addDays(today, till)}`;

/** The lists that staff use all day, each with as many rows as a page can have. */
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
  /** Milliseconds from the start of navigation until the first rows (`opened`) and all rows (`whole`) were drawn. */
  opened: number;
  whole: number;
  /** The longest task after the first rows, and while scrolling, in milliseconds; 0 if none took at least 50. */
  after: number;
  scrolling: number;
  /** The share of frames while scrolling that missed a rate of sixty a second. */
  late: number;
}

/** The medians of a list's visits; `cold` is `opened` of the first one, with an empty cache. */
interface ListTimes extends Visit {
  cold: number;
}

test('each list of staff opens within a second and scrolls smoothly with 500 rows', async () => {
  const world = await openWorld();
  await fillWorld(world);
  const portal = await startBuilt({
    DATABASE_URL: world.appUrl,
    DATABASE_MIGRATE_URL: world.ownerUrl,
    DATA_DIR: world.dataDir,
  });
  const path = await findBrowser();
  const browser = await chromium.launch({
    args: ['--disable-gpu', '--no-sandbox'],
    ...(path ? { executablePath: path } : {}),
  });
  const results: ({ where: string } & ListTimes)[] = [];
  try {
    await waitUntilReady(portal);
    const people = { admin: await idOf(world, 'admin@probe.example'), coach: await idOf(world, 'c1@probe.example') };
    const sessions = { admin: await world.signIn(people.admin), coach: await world.signIn(people.coach) };
    for (const { at, who } of lists) {
      const address = portal.url + at.replace('COACH', String(people.coach));
      const where = `${at.replace(/\?.*/, '')} (${who})`;
      results.push({ where, ...(await measureList(browser, address, sessions[who])) });
      console.info(JSON.stringify(results.at(-1)));
    }
  } finally {
    await browser.close();
    await portal.stop();
    await world.close();
  }
  const slow = results.filter(
    ({ opened, after, scrolling }) => opened > goals.opened || Math.max(after, scrolling) > goals.task,
  );
  const max = (select: (times: ListTimes) => number) => Math.round(Math.max(...results.map(select)));
  recordFigure({
    what: 'Lists of staff with 500 rows on a page, 50 coaches, 3,000 appointments a month',
    result:
      `${results.length} lists × ${visits} visits: first rows after at most ${max(({ opened }) => opened)} ms ` +
      `(${max(({ cold }) => cold)} with an empty cache), all rows ${max(({ whole }) => whole)} ms; ` +
      `longest task after them ${max(({ after }) => after)} ms, while scrolling ${max(({ scrolling }) => scrolling)} ms; late frames at most ${max(({ late }) => late * 100)} %`,
    goal: `< ${goals.opened} ms, no task > ${goals.task} ms`,
    holds: slow.length === 0,
  });
  expect(slow).toEqual([]);
});

/** Adds the data of `fill`, and an entry on the waiting list for each active participant. */
async function fillWorld({ db }: World): Promise<void> {
  await fillDatabase(db, amounts);
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

/** Opens a list four times in a new browser context; returns the first visit's `opened` and the others' medians. */
async function measureList(browser: Browser, address: string, session: string): Promise<ListTimes> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
  });
  try {
    await context.addInitScript({ content: `(${watch})(${JSON.stringify({ session, rows })})` });
    const { opened: cold } = await visitList(context, address);
    const warmVisits: Visit[] = [];
    for (let visit = 0; visit < visits; visit++) warmVisits.push(await visitList(context, address));
    return { cold: Math.round(cold), ...medians(warmVisits) };
  } finally {
    await context.close();
  }
}

/** Opens a list, waits for all rows, and scrolls to the end and back. */
async function visitList(context: BrowserContext, address: string): Promise<Visit> {
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForFunction(() => (globalThis as unknown as Watching).watched.first > 0);
  await page.waitForLoadState('networkidle');
  // All rows have been drawn once none has been added for half a second.
  await page.waitForFunction(() => performance.now() - (globalThis as unknown as Watching).watched.last > 500);
  const before = await watchedOf(page);
  await scroll(page);
  const { tasks, frames } = await watchedOf(page);
  await page.close();
  const scrolled = frames.filter(({ at }) => at > before.now);
  return {
    rows: before.rows,
    opened: before.first,
    whole: before.last,
    after: longest(before.tasks.filter(({ at }) => at > before.first)),
    scrolling: longest(tasks.filter(({ at }) => at > before.now)),
    // At sixty frames a second, the next frame comes after 17 ms, and the one after that after 33.
    late: scrolled.filter(({ took }) => took > 25).length / scrolled.length,
  };
}

/** The start of something by the page's clock, and how long it took, in milliseconds. */
interface Span {
  at: number;
  took: number;
}

/** What the page has recorded: when the first rows were painted and the last ones added, long tasks, all frames. */
interface Watched {
  first: number;
  last: number;
  tasks: Span[];
  frames: Span[];
}

/** The globals of a page that is watched. */
interface Watching {
  watched: Watched;
  countRows: () => number;
  nextFrame: () => Promise<void>;
  height: () => number;
}

/** Runs in the page before its own scripts: signs in, sets the page size, and records `Watched`. */
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

/** What has been recorded so far, the number of rows, and the time of the page's clock. */
const watchedOf = (page: Page) =>
  page.evaluate(() => {
    const { watched, countRows } = globalThis as unknown as Watching;
    return { ...watched, rows: countRows(), now: performance.now() };
  });

const longest = (tasks: Span[]) => Math.max(0, ...tasks.map(({ took }) => took));

/** Scrolls to the end and back with the mouse wheel, one step per frame. */
async function scroll(page: Page): Promise<void> {
  await page.mouse.move(700, 600);
  const height = await page.evaluate(() => (globalThis as unknown as Watching).height());
  for (const step of [800, -800])
    for (let done = 0; done < height; done += Math.abs(step)) {
      await page.mouse.wheel(0, step);
      await page.evaluate(() => (globalThis as unknown as Watching).nextFrame());
    }
}

function medians(all: Visit[]): Visit {
  const median = (key: keyof Visit) =>
    all.map((visit) => visit[key]).sort((a, b) => a - b)[Math.floor(visits / 2)] ?? NaN;
  return {
    rows: median('rows'),
    opened: Math.round(median('opened')),
    whole: Math.round(median('whole')),
    after: median('after'),
    scrolling: median('scrolling'),
    late: Math.round(median('late') * 100) / 100,
  };
}

// Finds or fetches a Chromium for the browser tests.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './prepare.mjs';

/** Debian's Chromium without a window, which needs a quarter less CPU time for the same pages. */
const headlessShell = 'chromium-headless-shell';

/** The last release whose packed browser runs without further system libraries on Debian and Ubuntu. */
const packedBrowser = '@sparticuz/chromium@141';

/**
 * Returns the path of a Chromium that runs here: an installed one, or one that is now installed by apt (as root), by
 * Playwright or as an npm package. Undefined if none of them works.
 * @returns {Promise<string | undefined>}
 */
export async function findBrowser() {
  return (await browserHere()) ?? fromApt() ?? (await fromPlaywright()) ?? (await fromNpm());
}

/**
 * Returns the path of an installed Chromium: CHROMIUM_PATH, one on PATH, Playwright's own, or the npm package that was
 * installed earlier. Undefined if none of them runs.
 * @returns {Promise<string | undefined>}
 */
export async function browserHere() {
  return findInstalled() ?? (await findPlaywrightBrowser()) ?? (await findPackedBrowser());
}

function findInstalled() {
  const names = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
  const directories = (process.env['PATH'] ?? '').split(delimiter);
  return [
    process.env['CHROMIUM_PATH'] ?? '',
    ...names.flatMap((name) => directories.map((directory) => join(directory, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ].find(isRunnable);
}

/** @param {string} path */
function isRunnable(path) {
  return path !== '' && existsSync(path) && spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0;
}

function fromApt() {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return undefined;
  console.log('Installing Chromium (apt-get) …');
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  spawnSync('apt-get', ['update', '-q'], options);
  for (const name of [headlessShell, 'chromium']) {
    spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], options);
    const found = findInstalled();
    if (found) return found;
  }
  return undefined;
}

async function findPlaywrightBrowser() {
  const { chromium } = await import('@playwright/test');
  return isRunnable(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

async function fromPlaywright() {
  console.log('Downloading Chromium (Playwright) …');
  const bin = join(root, 'node_modules', '.bin', 'playwright');
  spawnSync(bin, ['install', '--no-shell', 'chromium'], { stdio: 'inherit', timeout: 300_000 });
  return findPlaywrightBrowser();
}

/** The folder of the packed browser. */
const packedBrowserFolder = join(root, 'node_modules', '.cache', 'chromium');

async function fromNpm() {
  console.log(`Downloading Chromium (npm ${packedBrowser}) …`);
  mkdirSync(packedBrowserFolder, { recursive: true });
  spawnSync(
    'npm',
    ['install', '--prefix', packedBrowserFolder, '--no-save', '--no-audit', '--no-fund', packedBrowser],
    {
      stdio: 'inherit',
    },
  );
  return findPackedBrowser();
}

async function findPackedBrowser() {
  const main = join(packedBrowserFolder, 'node_modules', '@sparticuz', 'chromium', 'build', 'esm', 'index.js');
  if (!existsSync(main)) return undefined;
  const { default: chromium } = await import(pathToFileURL(main).href);
  const path = await chromium.executablePath();
  return isRunnable(path) ? path : undefined;
}

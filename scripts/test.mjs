// `npm test`: installs and builds when needed, finds a browser, runs Vitest, then Playwright. At the end it reports once
// more what failed, and names each test that needed a second try, which counts as passed; the last line is
// `N passed, N failed` over both, and the exit code says the same. `npm test -- --at '2026-12-31 23:40'` runs all of it
// as if it had been begun at that time in Berlin.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { findBrowser } from './browser.mjs';
import { prepare, root } from './prepare.mjs';

const { at } = parseArgs({ options: { at: { type: 'string' } } }).values;
await prepare();
const browser = await findBrowser();
if (!browser) console.error('No Chromium was found or could be installed; set CHROMIUM_PATH.');

const reports = mkdtempSync(join(tmpdir(), 'portal-reports-'));
const home = existsSync(process.env['HOME'] ?? '') ? {} : { HOME: join(reports, 'home') };
mkdirSync(join(reports, 'home'));
const clock = at === undefined ? {} : shiftedTo(at);
const env = { ...process.env, ...home, ...(browser && { CHROMIUM_PATH: browser }), ...clock };

const runs = [runVitest(), runPlaywright()];
rmSync(reports, { recursive: true, force: true });
const tests = runs.flatMap((run) => run.tests);
const linesOf = (/** @type {Test['outcome']} */ outcome) =>
  tests.filter((test) => test.outcome === outcome).map(({ name, error }) => `${name}: ${error}`);
const failures = [...linesOf('failed'), ...runs.flatMap((run) => run.errors)];
for (const failure of failures) console.log(`\nFAILED ${failure}`);
for (const line of linesOf('second try')) console.log(`second try: ${line.split('\n', 1)[0]}`);
const passed = tests.length - linesOf('failed').length;
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;

/**
 * A test that ran, with the error of its first try if it needed another one, or of its last if it failed.
 * @typedef {{ name: string; outcome: 'passed' | 'second try' | 'failed'; error: string | undefined }} Test
 * @typedef {{ tests: Test[]; errors: string[] }} Run what ran, and the errors outside of the tests
 */

/**
 * The variables with which libfaketime lets programs begin at a time in Berlin, 'yyyy-mm-dd hh:mm'. Spans are measured
 * by another clock, which stays.
 * @param {string} time
 */
function shiftedTo(time) {
  const wanted = spawnSync('date', ['-d', `TZ="Europe/Berlin" ${time}`, '+%s'], { encoding: 'utf8' });
  if (wanted.status !== 0) stop(`There is no such time in Berlin: ${time}. Write --at '2026-12-31 23:40'.`);
  const library = spawnSync('faketime', ['-m', '-f', '+0s', 'printenv', 'LD_PRELOAD'], { encoding: 'utf8' });
  if (library.status !== 0) stop('--at needs libfaketime: install the Debian package faketime.');
  const seconds = Number(wanted.stdout) - Math.floor(Date.now() / 1000);
  const FAKETIME = `${seconds < 0 ? '' : '+'}${seconds}s`;
  return { FAKETIME, LD_PRELOAD: library.stdout.trim(), DONT_FAKE_MONOTONIC: '1' };
}

/** @param {string} why @returns {never} */
function stop(why) {
  console.error(why);
  process.exit(1);
}

function runVitest() {
  const file = join(reports, 'vitest.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  return run('vitest', args, {}, file, ({ testResults }) => {
    const tests = testResults.flatMap((/** @type {any} */ suite) =>
      suite.assertionResults
        .filter((/** @type {any} */ { status }) => status === 'passed' || status === 'failed')
        .map((/** @type {any} */ { fullName, status, failureMessages: [error] }) => ({
          name: `${suite.name} > ${fullName}`,
          outcome: status === 'passed' && error ? 'second try' : status,
          error,
        })),
    );
    // A file that does not even load holds no test that could fail.
    const errors = testResults
      .filter(
        ({ status, assertionResults }) =>
          status === 'failed' && !assertionResults.some(({ status }) => status === 'failed'),
      )
      .map((/** @type {any} */ { name, message }) => `${name}: ${message}`);
    return { tests, errors };
  });
}

function runPlaywright() {
  const file = join(reports, 'playwright.json');
  const names = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, PLAYWRIGHT_FORCE_TTY: '0' };
  return run('playwright', ['test', '--reporter=list,json'], names, file, ({ suites, errors }) => ({
    tests: suites.flatMap(journeysOf),
    errors: errors.map((/** @type {any} */ error) => error.message ?? 'an error outside the journeys'),
  }));
}

/** @param {any} suite @returns {Test[]} */
function journeysOf({ file, suites = [], specs = [] }) {
  const outcomes = /** @type {const} */ ({ expected: 'passed', flaky: 'second try', unexpected: 'failed' });
  const here = specs.flatMap((/** @type {any} */ { title, tests }) =>
    tests
      .filter((/** @type {any} */ { status }) => status in outcomes)
      .map((/** @type {any} */ { status, results }) => ({
        name: `${file} > ${title}`,
        outcome: outcomes[/** @type {keyof typeof outcomes} */ (status)],
        error: results.at(status === 'flaky' ? 0 : -1)?.error?.message ?? 'no result',
      })),
  );
  return [...here, ...suites.flatMap(journeysOf)];
}

/**
 * Runs a test program and reads its JSON report. What it writes to stderr follows when it has ended; a run that fails
 * without naming a failure counts as one error, described by the end of that.
 * @param {string} program @param {string[]} args @param {Record<string, string>} extra @param {string} file
 * @param {(report: any) => Run} read @returns {Run}
 */
function run(program, args, extra, file, read) {
  const bin = join(root, 'node_modules', '.bin', program);
  const { status, signal, stderr } = spawnSync(bin, args, {
    cwd: root,
    env: { ...env, ...extra },
    stdio: ['inherit', 'inherit', 'pipe'],
    encoding: 'utf8',
    maxBuffer: Infinity,
  });
  process.stderr.write(stderr);
  const { tests, errors } = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : { tests: [], errors: [] };
  const named = errors.length > 0 || tests.some(({ outcome }) => outcome === 'failed');
  if (status === 0 || named) return { tests, errors };
  return { tests, errors: [`${program} (exit ${status ?? signal}):\n${cause(stderr)}`] };
}

/** The lines that say why a run failed without a failed test: errors outside of the tests, or its last ones. */
function cause(/** @type {string} */ stderr) {
  const lines = stripVTControlCharacters(stderr).split('\n');
  const unhandled = lines.findIndex((line) => line.includes('Unhandled Error'));
  return (unhandled < 0 ? lines.slice(-40) : lines.slice(unhandled, unhandled + 40)).join('\n');
}

// `npm test`: installs and builds if needed, finds a browser, and runs first Vitest and then Playwright. At the end it
// prints all failures again, each with the command that runs this test alone, and lists each test that passed only on
// its second try. The last line is `N passed, N failed` for both programs together. The exit code is 1 if anything
// failed.
//
// `npm test -- --only 'FILE > TITLE'` runs only this test.
// `npm test -- --at '2026-12-31 23:40'` runs the tests as if they were started at that time in Berlin.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { findBrowser } from './browser.mjs';
import { prepare, root } from './prepare.mjs';

const { at, only } = parseArgs({ options: { at: { type: 'string' }, only: { type: 'string' } } }).values;
const [onlyFile = '', onlyTitle = ''] = only?.split(/ > (.*)/s) ?? [];
await prepare();
const browser = await findBrowser();
if (!browser) console.error('No Chromium was found or could be installed; set CHROMIUM_PATH.');

const reports = mkdtempSync(join(tmpdir(), 'portal-reports-'));
const homeEnv = existsSync(process.env['HOME'] ?? '') ? {} : { HOME: join(reports, 'home') };
mkdirSync(join(reports, 'home'));
const clockEnv = at === undefined ? {} : shiftClockTo(at);
const env = { ...process.env, ...homeEnv, ...(browser && { CHROMIUM_PATH: browser }), ...clockEnv };

const results = [
  ...(onlyFile.endsWith('.e2e.ts') ? [] : [runVitest()]),
  ...(onlyFile.endsWith('.test.ts') ? [] : [runPlaywright()]),
];
rmSync(reports, { recursive: true, force: true });
const tests = results.flatMap((result) => result.tests);
const testsThat = (/** @type {Test['outcome']} */ outcome) => tests.filter((test) => test.outcome === outcome);
const failedTests = testsThat('failed');
const errors = results.flatMap((result) => result.errors);
for (const failure of [...failedTests.map(({ name, error }) => `${name}: ${error}`), ...errors])
  console.log(`\nFAILED ${failure}`);
for (const { name, error } of testsThat('second try')) console.log(`second try: ${name}: ${error?.split('\n', 1)[0]}`);
for (const { name } of failedTests) console.log(`To run it alone: ${commandFor(name)}`);
const failureCount = failedTests.length + errors.length;
console.log(`${tests.length - failedTests.length} passed, ${failureCount} failed`);
process.exitCode = failureCount > 0 ? 1 : 0;

/** Returns the command that runs only the test with this name, at the same time of the clock. */
function commandFor(/** @type {string} */ name) {
  const quote = (/** @type {string} */ text) => `'${text.replaceAll("'", "'\\''")}'`;
  return ['npm test --', ...(at === undefined ? [] : ['--at', quote(at)]), '--only', quote(name)].join(' ');
}

/** Returns a regular expression, as a string, that matches only the title of the test to run. */
function onlyTitlePattern() {
  return `${onlyTitle.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')}$`;
}

/**
 * A test that ran. `name` is its file and its title, separated by ' > '. `error` is the error of the first try if the
 * test passed on its second try, or the error of the last try if it failed.
 * @typedef {{ name: string; outcome: 'passed' | 'second try' | 'failed'; error: string | undefined }} Test
 * @typedef {{ tests: Test[]; errors: string[] }} Run The tests that ran, and errors that belong to no test.
 */

/**
 * Returns the environment variables with which libfaketime shifts the clock of a program, so that it is now `time` in
 * Berlin, 'yyyy-mm-dd hh:mm'. The monotonic clock, which measures durations, is not changed.
 * @param {string} time
 */
function shiftClockTo(time) {
  const epoch = spawnSync('date', ['-d', `TZ="Europe/Berlin" ${time}`, '+%s'], { encoding: 'utf8' });
  if (epoch.status !== 0) fail(`There is no such time in Berlin: ${time}. Write --at '2026-12-31 23:40'.`);
  const library = spawnSync('faketime', ['-m', '-f', '+0s', 'printenv', 'LD_PRELOAD'], { encoding: 'utf8' });
  if (library.status !== 0) fail('--at needs libfaketime: install the Debian package faketime.');
  const seconds = Number(epoch.stdout) - Math.floor(Date.now() / 1000);
  const FAKETIME = `${seconds < 0 ? '' : '+'}${seconds}s`;
  return { FAKETIME, LD_PRELOAD: library.stdout.trim(), DONT_FAKE_MONOTONIC: '1' };
}

/** @param {string} line @returns {never} */
function fail(line) {
  console.error(line);
  process.exit(1);
}

function runVitest() {
  const file = join(reports, 'vitest.json');
  const filter = only === undefined ? [] : [onlyFile, '-t', onlyTitlePattern()];
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...filter];
  return run('vitest', args, {}, file, ({ testResults }) => {
    const tests = testResults.flatMap((/** @type {any} */ suite) =>
      suite.assertionResults
        .filter((/** @type {any} */ { status }) => status === 'passed' || status === 'failed')
        .map((/** @type {any} */ { fullName, status, failureMessages: [error] }) => ({
          name: `${relative(root, suite.name)} > ${fullName}`,
          outcome: status === 'passed' && error ? 'second try' : status,
          error,
        })),
    );
    // A test file that cannot be loaded fails without a failed test.
    const errors = testResults
      .filter(
        ({ status, assertionResults }) =>
          status === 'failed' && !assertionResults.some(({ status }) => status === 'failed'),
      )
      .map((/** @type {any} */ { name, message }) => `${relative(root, name)}: ${message}`);
    return { tests, errors };
  });
}

function runPlaywright() {
  const file = join(reports, 'playwright.json');
  const reportEnv = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, PLAYWRIGHT_FORCE_TTY: '0' };
  const filter = only === undefined ? [] : [onlyFile, '-g', onlyTitlePattern()];
  return run('playwright', ['test', '--reporter=list,json', ...filter], reportEnv, file, ({ suites, errors }) => ({
    tests: suites.flatMap(readPlaywrightTests),
    errors: errors.map((/** @type {any} */ error) => error.message ?? 'an error outside the journeys'),
  }));
}

/** @param {any} suite @returns {Test[]} */
function readPlaywrightTests({ file, suites = [], specs = [] }) {
  const outcomes = /** @type {const} */ ({ expected: 'passed', flaky: 'second try', unexpected: 'failed' });
  const ownTests = specs.flatMap((/** @type {any} */ { title, tests }) =>
    tests
      .filter((/** @type {any} */ { status }) => status in outcomes)
      .map((/** @type {any} */ { status, results }) => ({
        name: `${file} > ${title}`,
        outcome: outcomes[/** @type {keyof typeof outcomes} */ (status)],
        error: results.at(status === 'flaky' ? 0 : -1)?.error?.message ?? 'no result',
      })),
  );
  return [...ownTests, ...suites.flatMap(readPlaywrightTests)];
}

/**
 * Runs a test program and reads its JSON report from `file`. Its stderr is printed after it has ended. If the program
 * fails but its report contains no failure, that counts as one error, which is described by its stderr.
 * @param {string} program @param {string[]} args @param {Record<string, string>} additionalEnv @param {string} file
 * @param {(report: any) => Run} readReport @returns {Run}
 */
function run(program, args, additionalEnv, file, readReport) {
  const bin = join(root, 'node_modules', '.bin', program);
  const { status, signal, stderr } = spawnSync(bin, args, {
    cwd: root,
    env: { ...env, ...additionalEnv },
    stdio: ['inherit', 'inherit', 'pipe'],
    encoding: 'utf8',
    maxBuffer: Infinity,
  });
  process.stderr.write(stderr);
  const { tests, errors } = existsSync(file)
    ? readReport(JSON.parse(readFileSync(file, 'utf8')))
    : { tests: [], errors: [] };
  const reportsFailure = errors.length > 0 || tests.some(({ outcome }) => outcome === 'failed');
  if (status === 0 || reportsFailure) return { tests, errors };
  return { tests, errors: [`${program} (exit ${status ?? signal}):\n${findCause(stderr)}`] };
}

/** Returns the lines of stderr that explain why the program failed: an error outside of tests, or the last lines. */
function findCause(/** @type {string} */ stderr) {
  const lines = stripVTControlCharacters(stderr).split('\n');
  const errorIndex = lines.findIndex((line) => line.includes('Unhandled Error'));
  return (errorIndex < 0 ? lines.slice(-40) : lines.slice(errorIndex, errorIndex + 40)).join('\n');
}

// `npm test`: installs and builds when needed, finds a browser, runs Vitest, then Playwright. The last line is
// `N passed, N failed` over both; the exit code tells the same.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { prepare, root } from './prepare.mjs';

await prepare();
const browser = await findBrowser();
if (!browser) console.error('No Chromium was found or could be installed; set CHROMIUM_PATH.');

const reports = mkdtempSync(join(tmpdir(), 'portal-reports-'));
const home = existsSync(process.env['HOME'] ?? '') ? {} : { HOME: join(reports, 'home') };
mkdirSync(join(reports, 'home'));
const env = { ...process.env, ...home, ...(browser && { CHROMIUM_PATH: browser }) };

const results = [runVitest(), runPlaywright()];
rmSync(reports, { recursive: true, force: true });
const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function runVitest() {
  const file = join(reports, 'vitest.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  return run('vitest', args, {}, file, (report) => {
    // A file that does not even load holds no test that could fail.
    const unloaded = report.testResults.filter(
      (/** @type {any} */ suite) => suite.status === 'failed' && suite.assertionResults.length === 0,
    );
    return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length };
  });
}

function runPlaywright() {
  const file = join(reports, 'playwright.json');
  const names = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, PLAYWRIGHT_FORCE_TTY: '0' };
  return run('playwright', ['test', '--reporter=list,json'], names, file, ({ stats, errors }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
  }));
}

/**
 * Runs a test program and counts by its JSON report. A run that fails without naming a failure counts as one.
 * @param {string} program @param {string[]} args @param {Record<string, string>} extra @param {string} file
 * @param {(report: any) => { passed: number; failed: number }} count
 */
function run(program, args, extra, file, count) {
  const bin = join(root, 'node_modules', '.bin', program);
  const { status } = spawnSync(bin, args, { cwd: root, env: { ...env, ...extra }, stdio: 'inherit' });
  const { passed, failed } = existsSync(file)
    ? count(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, failed: 0 };
  return { passed, failed: status === 0 ? failed : Math.max(failed, 1) };
}

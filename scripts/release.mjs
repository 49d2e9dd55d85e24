// `npm run release -- 0.2.0`: makes a release of what is committed. It checks that the version is newer, that the
// changelog tells of changes, and that the migrations since the last release only add, so that the previous release
// still runs on the schema. The last release is the tag of the present version. Then it commits the version (also in the
// papers for a provider's lawyer) and the heading of the changelog, and tags the commit. It pushes nothing.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = process.cwd();

/** A reason why no release can be made; the message is one line. */
class ReleaseError extends Error {}

/** @param {string[]} args */
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
/** @param {string} name */
const read = (name) => readFileSync(join(root, name), 'utf8');

/** Statements that a release which still runs beside the new one may not survive. */
const removing =
  /\bDROP\s+(TABLE|COLUMN|TYPE|VIEW)\b|\bRENAME\b|\bALTER\s+(COLUMN\s+)?\w+\s+((SET\s+DATA\s+)?TYPE|SET\s+NOT\s+NULL)\b/i;

/** A column that a migration adds to a table, with its definition. */
const addedColumn = /\bADD\s+COLUMN\b[^;]*?(?=,\s*(?:ADD|ALTER|DROP)\b|;|$)/gi;

/**
 * Finds what the last release may not survive: a statement that removes or changes, or a new column that must have a
 * value and has none by default, so that inserts without it fail. Undefined if the migration only adds.
 * @param {string} migration
 */
function findBreakingStatement(migration) {
  const isRequired = (/** @type {string} */ column) =>
    /(?<!\bIS\s+)\bNOT\s+NULL\b/i.test(column) && !/\b(DEFAULT|GENERATED)\b/i.test(column);
  return removing.exec(migration)?.[0] ?? migration.match(addedColumn)?.find(isRequired);
}

/** @param {string} version @returns {number[]} */
const partsOf = (version) => version.split('.').map(Number);

/** @param {string} version @param {string} current */
function isNewer(version, current) {
  const [parts, currentParts] = [partsOf(version), partsOf(current)];
  const differing = parts.findIndex((part, index) => part !== currentParts[index]);
  return differing >= 0 && (parts[differing] ?? 0) > (currentParts[differing] ?? 0);
}

/**
 * Throws ReleaseError if a migration since the last release was changed, or does more than add.
 * @param {string} lastVersion
 */
function checkMigrations(lastVersion) {
  const lastTag = `v${lastVersion}`;
  if (!git('tag', '--list', lastTag))
    throw new ReleaseError(`${lastVersion} has no tag, so its migrations are unknown: git tag -a ${lastTag} COMMIT`);
  const changes = git('diff', '--name-status', '--no-renames', lastTag, 'HEAD', '--', 'db/migrations');
  for (const [state, path] of changes
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t'))) {
    if (state !== 'A') throw new ReleaseError(`${path} belongs to ${lastTag} and was changed.`);
    const statement = findBreakingStatement(read(path ?? ''));
    if (statement) throw new ReleaseError(`${path} removes something that ${lastTag} uses (${statement}).`);
  }
}

/** @param {string} version */
function release(version) {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new ReleaseError('Name the version: npm run release -- 0.2.0');
  const { version: current } = /** @type {{ version: string }} */ (JSON.parse(read('package.json')));
  if (!isNewer(version, current)) throw new ReleaseError(`${version} is not newer than ${current}.`);
  // Checked before anything is written: the tag is made last, and would fail after the commit.
  if (git('tag', '--list', `v${version}`)) throw new ReleaseError(`v${version} is a tag already.`);
  if (git('status', '--porcelain')) throw new ReleaseError('Commit your changes first.');
  const changelog = read('CHANGELOG.md');
  const unreleased = changelog.split(/^## /m)[1] ?? '';
  if (!/^- /m.test(unreleased)) throw new ReleaseError('CHANGELOG.md has no changes under [Unreleased].');
  checkMigrations(current);
  const heading = `## [${version}] - ${new Date().toISOString().slice(0, 10)}`;
  writeFileSync(join(root, 'CHANGELOG.md'), changelog.replace('## [Unreleased]\n', `## [Unreleased]\n\n${heading}\n`));
  // Only the first places: the version of the product itself, not of a package.
  writeFileSync(
    join(root, 'package.json'),
    read('package.json').replace(`"version": "${current}"`, `"version": "${version}"`),
  );
  const lock = /** @type {{ version: string, packages: Record<string, { version: string }> }} */ (
    JSON.parse(read('package-lock.json'))
  );
  lock.version = version;
  /** @type {{ version: string }} */ (lock.packages['']).version = version;
  writeFileSync(join(root, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`);
  for (const name of readdirSync(join(root, 'docs/papers'))) {
    const paper = `docs/papers/${name}`;
    writeFileSync(join(root, paper), read(paper).replace(`Version ${current}.`, `Version ${version}.`));
  }
  git('commit', '--quiet', '-am', `Release ${version}`);
  git('tag', '-a', `v${version}`, '-m', `Release ${version}`);
  console.log(`Release ${version} is committed and tagged. Publish it: git push --follow-tags`);
}

try {
  release(process.argv[2] ?? '');
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

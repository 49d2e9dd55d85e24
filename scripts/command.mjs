// `npm run admin`, `npm run backup`, …: runs a command of the built portal with the settings of the installed portal.
// The first argument is the command's name. This installs, builds and writes nothing, so it works wherever the portal
// works.
import { spawn, spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describePathError, exists, findOwnerOfData, SettingsFileError, withSettingsFile } from './settings-file.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [name = '', ...args] = process.argv.slice(2);
const program = join(root, 'dist', 'server', `${name}.js`);

/** @param {string} line */
function fail(line) {
  console.error(line);
  process.exitCode = 1;
}

function run() {
  if (!exists(program) || !exists(join(root, 'node_modules')))
    return fail(`The portal in ${root} is not built yet: npm ci && npm run build`);
  const { env, file } = withSettingsFile(process.env);
  if (file) console.error(`Settings of ${file}`);
  const owner = findOwnerOfData(env);
  // Node itself would print a stack trace.
  if ('uid' in owner && spawnSync('test', ['-r', program], owner).status === 1)
    return fail(
      `${program} cannot be read by uid ${owner.uid}, which owns DATA_DIR and runs the commands: put the portal where that user can read it.`,
    );
  // The command runs in a separate process, because Node reads some variables, such as NODE_EXTRA_CA_CERTS, only when it
  // starts.
  const child = spawn(process.execPath, [program, ...args], { env, stdio: 'inherit', ...owner });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`${name} could not be started: ${error.message}`));
  child.on('exit', (code) => (process.exitCode = code ?? 1));
}

try {
  run();
} catch (error) {
  const message = error instanceof SettingsFileError ? error.message : describePathError(error);
  if (message === null) throw error;
  fail(message);
}

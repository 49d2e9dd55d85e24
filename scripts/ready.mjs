// Runs before the commands for development. It installs the packages if needed. With the argument `built` it also
// builds if needed, and with `build` it always builds.
import { prepare } from './prepare.mjs';

const [what] = process.argv.slice(2);
await prepare(what === 'build' ? 'build' : what === 'built' ? 'all' : 'packages');

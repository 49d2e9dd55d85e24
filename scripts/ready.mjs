// Runs before the development commands: installs the packages if needed; `built` also builds if needed, `build` always
// builds.
import { prepare } from './prepare.mjs';

const [what] = process.argv.slice(2);
await prepare(what === 'build' ? 'build' : what === 'built' ? 'all' : 'packages');

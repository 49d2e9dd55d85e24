// Stands in front of the commands for development: installs the packages where needed; `built` builds as well where
// needed, `build` in any case.
import { prepare } from './prepare.mjs';

const [what] = process.argv.slice(2);
await prepare(what === 'build' ? 'build' : what === 'built' ? 'all' : 'packages');
